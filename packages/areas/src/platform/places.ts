/** Names and codes that everybody shares, from the Unicode data that Node.js carries. */
interface Coded {
  code: string;
  name: string;
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const pairs = letters.flatMap((first) => letters.map((second) => `${first}${second}`));

/** Regions that have a name and are no country of ISO 3166-1: groupings, reserved codes, test data. */
const noCountries = new Set([
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

const once = <Value>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

function namesOf(type: 'region' | 'language' | 'currency', codes: readonly string[]): Coded[] {
  const names = new Intl.DisplayNames('en', { type, fallback: 'none' });
  return codes.flatMap((code) => {
    const name = names.of(code);
    return name ? [{ code, name }] : [];
  });
}

/** IANA time zones. */
export const timeZones = once(() => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].sort());

/** ISO 4217 currencies in use or in records. */
export const currencies = once(() => namesOf('currency', Intl.supportedValuesOf('currency')));

/** ISO 3166-1 countries, by their two letters. */
export const countries = once(() => {
  const codes = pairs.map((pair) => pair.toUpperCase());
  // A code that was given up is canonicalised to what took its place.
  const isCurrent = (code: string) =>
    new Intl.Locale(`und-${code}`).region === code && !noCountries.has(code);
  return namesOf('region', codes.filter(isCurrent));
});

/** ISO 639-1 languages, by their two letters. */
export const languages = once(() =>
  namesOf(
    'language',
    pairs.filter((pair) => new Intl.Locale(pair).language === pair),
  ),
);
