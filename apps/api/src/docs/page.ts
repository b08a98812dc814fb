import { readFile } from 'node:fs/promises';

/** Content-Security-Policy of the page: only resources of this service, and no framing. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // The reference injects its styles at runtime.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');

/** The paths of the scripts are relative, so that the page works behind a proxy that adds a path prefix. */
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

/** The script that renders the reference. */
export const readStart = (): Promise<Buffer> => readFile(new URL('start.js', import.meta.url));

/** The browser bundle of `@scalar/api-reference`. */
export function readBundle(): Promise<Buffer> {
  // The package exports only its stylesheet by name; the script is in the same folder.
  const styles = import.meta.resolve('@scalar/api-reference/style.css');
  return readFile(new URL('browser/standalone.js', styles));
}
