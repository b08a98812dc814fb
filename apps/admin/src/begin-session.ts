import { beginSession } from './api/session/session.ts';

// The first import of the application: the worker starts, and refreshes the token, while the rest is evaluated.
const [, slug] = location.pathname.split('/');
if (slug) beginSession(slug);
