import { prettyFactory } from 'pino-pretty';

/** Prints a log line of the API or worker: unchanged in production, formatted in development. */
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

/** The scrypt hash of `demo-password`, which is public. */
const demoHash = 'scrypt.16384.8.5.qYScIRFuvPYfiHUBU1he0w.LN2Fiw5GhUSIKa-G4KtNi85UcE38qf8JJvAWNjqq244';

/** A viewer of the queue dashboard with the demo password; none in production. `OPERATORS` overrides it. */
export function demoOperator(isProduction: boolean): { OPERATORS?: string } {
  return isProduction ? {} : { OPERATORS: `demo:viewer:${demoHash}` };
}

interface Welcome {
  apiUrl: string;
  opsUrl: string;
  /** Duration of the start. */
  seconds: number;
  hasDemo: boolean;
  /** True if the API serves the admin application. */
  hasAdmin: boolean;
  /** True if `OPERATORS` was set by the caller. */
  hasOwnOperators: boolean;
}

/** The last lines of `npm start`: the addresses, and how to sign in. */
export function welcome({ apiUrl, opsUrl, seconds, hasDemo, hasAdmin, hasOwnOperators }: Welcome): string {
  const queueLogin = hasDemo && !hasOwnOperators ? '   (sign in as demo, demo-password)' : '';
  const demo = `  Demo login       organization demo, email admin@demo.test, password demo-password

  Sign in from another terminal:

  curl -s ${apiUrl}/api/auth/login -H 'Content-Type: application/json' \\
    -d '{"org_slug":"demo","email":"admin@demo.test","password":"demo-password"}'

`;
  const admin = hasAdmin ? `  Admin            ${apiUrl}/\n` : '';
  return `
  Workforce platform is ready in ${seconds.toFixed(1)} s

${admin}  API reference    ${apiUrl}/api/docs
  Queue dashboard  ${opsUrl}/queues${queueLogin}
${hasDemo ? demo : '\n'}  Press Ctrl-C to stop. Data is kept.
`;
}
