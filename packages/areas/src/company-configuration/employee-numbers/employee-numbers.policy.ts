import { Line } from '@wfp/shared/contract';

export const maxEmployeeNumber = 999_999_999;

/** The text before the number cannot end in a digit: which would belong to the number. */
const format = /^(?<text>(?:[^{}]*[^{}0-9])?)\{(?<zeros>0{1,9})\}$/;

export const EmployeeNumberFormat = Line(30)
  .refine(
    (text) => format.test(text),
    'Must be text that does not end in a digit, and then 1 to 9 zeros in braces, such as "E{0000}"',
  )
  .meta({
    description: 'Text, then in braces as many zeros as the number has digits at least',
    example: 'E{0000}',
  });

/** Renders a number: `E0042` for 42 in the format `E{0000}`. */
export function renderEmployeeNumber(employee_number_format: string, number: number): string {
  const { text = '', zeros = '' } = format.exec(employee_number_format)?.groups ?? {};
  return text + String(number).padStart(zeros.length, '0');
}
