/**
 * The JSON in a model's answer, without a Markdown fence around it and reasoning before it. The SDK's own middleware uses
 * patterns that take the square of the time for a megabyte of `<think>`; this takes one pass.
 */
export const jsonText = (answer: string): string => withoutFence(withoutReasoning(answer.trim()));

function withoutReasoning(text: string): string {
  const end = text.startsWith('<think>') ? text.indexOf('</think>') : -1;
  return end < 0 ? text : text.slice(end + '</think>'.length).trim();
}

function withoutFence(text: string): string {
  if (text.length < 6 || !text.startsWith('```') || !text.endsWith('```')) return text;
  const inside = text.slice(3, -3);
  return (inside.startsWith('json') ? inside.slice(4) : inside).trim();
}
