/** The texts of words in names that differ from them. Words with an empty text are left out. */
const words: Readonly<Record<string, string>> = {
  api: 'API',
  cidrs: 'address ranges',
  csv: 'CSV',
  fte: 'FTE',
  html: 'HTML',
  http: 'HTTP',
  id: 'ID',
  ids: 'IDs',
  ip: 'IP',
  json: 'JSON',
  lat: 'latitude',
  lng: 'longitude',
  md: '',
  mfa: 'second factor',
  mime: 'media type',
  org: 'organization',
  pto: 'PTO',
  sha256: 'SHA-256',
  sse: 'SSE',
  totp: 'authenticator app',
  uri: 'URI',
  url: 'URL',
  urls: 'URLs',
};

/**
 * The name of a field, a value or an action as users read it: `due_on` is “Due on”, `is_default` “Default”, `reason_code`
 * “Reason”, `reset-mfa` “Reset second factor”.
 */
export function labelOf(name: string): string {
  const parts = name.replace(/^is_|_(?:id|enc|code)$/g, '').split(/[_-]/);
  const shown = parts.map((part) => (Object.hasOwn(words, part) ? words[part] : part)).filter(Boolean);
  const text = shown.length > 0 ? shown.join(' ') : name;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
