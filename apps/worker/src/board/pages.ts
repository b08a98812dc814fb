import type { ServerResponse } from 'node:http';

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center;
background:#151a21;color:#e6e9ee}main{width:20rem}h1{font-size:1.25rem}label{display:block;margin:.75rem 0 .25rem}
input{width:100%;box-sizing:border-box;padding:.5rem;font:inherit;color:inherit;background:#0d1117;
border:1px solid #3b4656;border-radius:.25rem}button{margin-top:1rem;padding:.5rem 1rem;font:inherit;border:0;
border-radius:.25rem;background:#3b82f6;color:#fff;cursor:pointer}p{color:#f0b429}`;

function page(res: ServerResponse, status: number, title: string, content: string): void {
  res
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>` +
        `<meta name="viewport" content="width=device-width"><style>${style}</style>` +
        `<main><h1>${title}</h1>${content}</main></html>`,
    );
}

/** @param reason why the previous attempt failed */
export function signInPage(res: ServerResponse, status: number, reason = ''): void {
  page(
    res,
    status,
    'Queues: sign in',
    `${reason && `<p role="alert">${reason}</p>`}<form method="post" action="/queues/sign-in">
<label for="name">Name</label><input id="name" name="name" autocomplete="username" required autofocus>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Sign in</button></form>`,
  );
}

/** A form button, not a link: links may be prefetched. */
export function signOutPage(res: ServerResponse, name: string, role: string): void {
  page(
    res,
    200,
    'Queues: sign out',
    `You are ${name}, ${role}.<form method="post" action="/queues/sign-out"><button>Sign out</button></form>`,
  );
}
