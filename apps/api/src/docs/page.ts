import { readFile } from 'node:fs/promises';

/** The page runs what this service sends, talks to this service, and is shown in no frame. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // The reference writes its styles into the page while it runs.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');

/** The page, whose scripts lie beside it: it works below any path that a proxy puts before. */
export const renderPage = (bundle: string, start: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<script src="docs/${bundle}"></script>
<script type="module" src="docs/${start}"></script>
</body>
</html>
`;

/** What shows the reference on the page. */
export const readStart = (): Promise<Buffer> => readFile(new URL('start.js', import.meta.url));

/** The reference as one script for browsers. */
export function readBundle(): Promise<Buffer> {
  // The package exports its styles alone by name, and has the script beside them.
  const styles = import.meta.resolve('@scalar/api-reference/style.css');
  return readFile(new URL('browser/standalone.js', styles));
}
