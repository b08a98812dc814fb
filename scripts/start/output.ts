import { prettyFactory } from 'pino-pretty';

/** How a line of a part of the service is shown: as it is in production, readable in development. */
export function linePrinter(isProduction: boolean): (line: string) => void {
  if (isProduction) return (line) => process.stdout.write(`${line}\n`);
  const pretty = prettyFactory({
    colorize: process.stdout.isTTY,
    ignore: 'pid,hostname',
    translateTime: 'SYS:HH:MM:ss.l',
    singleLine: true,
  });
  return (line) => process.stdout.write(line.startsWith('{') ? pretty(line) : `${line}\n`);
}

/** Says what is up, and what to paste first where there is a demo organization. */
export function welcome(apiUrl: string, opsUrl: string, hasDemo: boolean): string {
  const demo = `  Demo login      organization demo, admin@demo.test, demo-password

  First step, in another terminal:

  curl -s ${apiUrl}/api/auth/login -H 'Content-Type: application/json' \\
    -d '{"org_slug":"demo","email":"admin@demo.test","password":"demo-password"}'

`;
  return `
  API             ${apiUrl}/api/health
  Worker          ${opsUrl}/readyz
${hasDemo ? demo : ''}  Ctrl-C stops everything that was started; the data stays.
`;
}
