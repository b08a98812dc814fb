import workerUrl from './hub.worker.ts?worker&url';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): string;
  };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** The policy of the page permits no other one, and this one creates only the address of the worker. */
const policy = trustedTypes?.createPolicy('wfp', { createScriptURL: () => workerUrl });

/** The address of the worker; in browsers that enforce Trusted Types, an object that their constructors accept. */
export const trustedWorkerUrl: string = policy?.createScriptURL(workerUrl) ?? workerUrl;
