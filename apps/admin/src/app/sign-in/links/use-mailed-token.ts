import { useState } from 'react';
import { problemOf } from '../../../api/errors.ts';
import { words } from '../words.ts';
import { type MailedLink, useMailedLink } from './mailed-link.ts';

interface MailedToken {
  /** The link with which the page was opened, if its token may be valid. */
  link: MailedLink | null;
  /** The reason why the link cannot be used; null if it may be valid, or if there is none. */
  refusal: string | null;
  /** Takes the error of a request with the token. */
  refuse: (error: unknown) => void;
}

/** The token of the link for a purpose, until the service refuses it. */
export function useMailedToken(purpose: string): MailedToken {
  const link = useMailedLink(purpose);
  const [refused, setRefused] = useState<{ token: string; message: string } | null>(null);
  const message = link?.token === '' ? words.unusable.incomplete : null;
  const refusal = link && link.token === refused?.token ? refused.message : message;
  return {
    link: refusal === null ? link : null,
    refusal,
    refuse: (error) => {
      const messages = problemOf(error).fields.token;
      if (link && messages) setRefused({ token: link.token, message: messages.join('. ') });
    },
  };
}
