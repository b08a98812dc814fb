import { z } from 'zod';

/** Names and codes from the Unicode data included in Node.js. */
interface NamedCode {
  code: string;
  name: string;
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const pairs = letters.flatMap((first) => letters.map((second) => `${first}${second}`));

/** Regions with a name that are not countries of ISO 3166-1: groupings, reserved codes, test data. */
const nonCountryRegions = new Set([
  'AC',
  'CP',
  'CQ',
  'DG',
  'EA',
  'EU',
  'EZ',
  'IC',
  'QO',
  'TA',
  'UN',
  'XA',
  'XB',
  'XK',
  'ZZ',
]);

const lazy = <Value>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

function namesOf(type: 'region' | 'language' | 'currency', codes: readonly string[]): NamedCode[] {
  const names = new Intl.DisplayNames('en', { type, fallback: 'none' });
  return codes.flatMap((code) => {
    const name = names.of(code);
    return name ? [{ code, name }] : [];
  });
}

export const timeZones = lazy(() => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].sort());

/** ISO 4217 currencies, current and historical. */
export const currencies = lazy(() => namesOf('currency', Intl.supportedValuesOf('currency')));

/** ISO 3166-1 alpha-2 countries. */
export const countries = lazy(() => {
  const codes = pairs.map((pair) => pair.toUpperCase());
  // Withdrawn codes are canonicalized to their successor.
  const isCurrent = (code: string) =>
    new Intl.Locale(`und-${code}`).region === code && !nonCountryRegions.has(code);
  return namesOf('region', codes.filter(isCurrent));
});

/** ISO 639-1 languages. */
export const languages = lazy(() =>
  namesOf(
    'language',
    pairs.filter((pair) => new Intl.Locale(pair).language === pair),
  ),
);

/** The canonical form of a BCP 47 tag; null if it is invalid. */
function canonicalLocale(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null;
  } catch {
    return null;
  }
}

const maxTagLength = 35;

/** The canonical form of an IANA zone name; null if it is invalid, such as a bare offset. */
function canonicalZone(name: string): string | null {
  if (!/^[a-z]/i.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

export const Locale = z
  .string()
  .max(maxTagLength)
  // Parsing takes time in proportion to the square of the length, and also runs for texts that `max` rejects.
  .refine(
    (tag) => tag.length > maxTagLength || canonicalLocale(tag) !== null,
    'Must be a language tag such as en or de-AT',
  )
  .transform((tag) => canonicalLocale(tag) ?? tag)
  .meta({ description: 'BCP 47 language tag', example: 'de-AT' });

export const TimeZone = z
  .string()
  .max(64)
  .refine((name) => canonicalZone(name) !== null, 'Must be a time zone such as Europe/Berlin')
  .transform((name) => canonicalZone(name) ?? name)
  .meta({ description: 'IANA time zone', example: 'Europe/Berlin' });

const codesOf = (list: () => NamedCode[]) => lazy(() => new Set(list().map((one) => one.code)));
const currencyCodes = codesOf(currencies);
const countryCodes = codesOf(countries);
const upperCase = z.string().trim().toUpperCase();

export const CurrencyCode = upperCase
  .refine((code) => currencyCodes().has(code), 'Must be an ISO 4217 code such as EUR')
  .meta({ description: 'ISO 4217 currency', example: 'EUR' });

export const CountryCode = upperCase
  .refine((code) => countryCodes().has(code), 'Must be an ISO 3166-1 code such as AT')
  .meta({ description: 'ISO 3166-1 alpha-2 country', example: 'AT' });
