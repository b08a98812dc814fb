import { useMutation } from '@tanstack/react-query';
import { useOrganization } from '../../../api/session/session-context.ts';
import type { Enrolment } from './app-setup.tsx';

/** Starts the setup of an authenticator app. */
export function useEnrolment() {
  const { session } = useOrganization();
  return useMutation({
    mutationFn: async (): Promise<Enrolment> => {
      const begin = () => session.client.post('/mfa/totp', { body: {} });
      // A response that was lost and repeated has no secret. Then another enrolment replaces it.
      const first = await begin();
      const { method_id, secret, otpauth_url } = first.secret ? first : await begin();
      if (!secret || !otpauth_url) throw new Error('No response has a secret');
      return { method_id, secret, otpauth_url };
    },
    // The secret must not outlive the page.
    gcTime: 0,
  });
}
