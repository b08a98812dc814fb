import { z } from 'zod';

const defaultQuotaMib = 51_200;
const defaultUnverifiedQuotaMib = 50;

const mib = z.coerce.number().int().min(1).max(1_000_000_000);

/** Reads `plan=MiB,…`. */
const mibByPlan = z
  .string()
  .regex(/^([a-z][a-z0-9_]{1,39}=[1-9]\d{0,8}(,(?=.)|$))*$/, 'Must be plan=MiB pairs separated by commas')
  .default('')
  .transform(
    (text): ReadonlyMap<string, number> =>
      new Map(
        text.split(',').flatMap((pair) => {
          const [plan, size] = pair.split('=');
          return plan && size ? [[plan, Number(size)] as const] : [];
        }),
      ),
  );

/** Mail and files. */
export const storageKeys = {
  SMTP_URL: z
    .string()
    .regex(/^(smtps?:\/\/.+)?$/, 'Must be an smtp:// or smtps:// URL')
    .default('')
    .describe(
      'Mail server, such as `smtps://user:password@mail.example.com`. If unset, mail is written to files in ' +
        '`DATA_DIR/mail`, or remains queued in production.',
    ),
  MAIL_FROM: z.string().min(3).default('Workforce <no-reply@localhost>').describe('Sender of mail.'),
  STORAGE_URL: z
    .url({ protocol: /^https?$/ })
    .or(z.literal(''))
    .default('')
    .describe(
      'S3-compatible service for files and exports, such as `https://s3.eu-central-1.amazonaws.com`. If unset, files ' +
        'are stored in `DATA_DIR/files`, which API and worker must share.',
    ),
  STORAGE_BUCKET: z
    .string()
    .regex(
      /^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$/,
      'Must be a bucket name: 3 to 63 characters of a-z, 0-9, . and -, starting and ending with a letter or digit',
    )
    .default('')
    .describe('Bucket. Required with `STORAGE_URL`.'),
  STORAGE_REGION: z.string().min(1).default('us-east-1').describe('Region that requests are signed for.'),
  STORAGE_KEY_ID: z.string().default('').describe('Access key id. Required with `STORAGE_URL`.'),
  STORAGE_SECRET: z.string().default('').describe('Secret access key. Required with `STORAGE_URL`.'),
  FILE_QUOTA_MIB: mib
    .default(defaultQuotaMib)
    .describe(
      'Maximum size of all files of an organization together, in MiB. The exports that are stored have a quota of the same size.',
    ),
  FILE_QUOTA_BY_PLAN_MIB: mibByPlan.describe(
    'The same for organizations with certain [plans](operations.md#set-plan), such as `free=1024,business=102400`.',
  ),
  FILE_QUOTA_UNVERIFIED_MIB: mib
    .default(defaultUnverifiedQuotaMib)
    .describe('The same for organizations that are not verified, whatever their plan.'),
  CLAMD_URL: z
    .string()
    .regex(/^(tcp:\/\/[^/:]+:\d{1,5})?$/, 'Must be tcp://host:port')
    .default('')
    .describe(
      'ClamAV daemon that scans uploads, such as `tcp://clamd:3310`. If unset, uploads are not scanned.',
    ),
};
