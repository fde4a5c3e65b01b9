import { plainLine } from '#domain/text-analysis/plain-line.ts'

/** The Markdown of an answer, without the code fence that some models put around the whole. */
export function answerMarkdown(answer: string): string {
  const text = answer.trim()
  const inside = /^```(?:markdown|md)?\n(.*)\n```$/s.exec(text)?.[1]
  return inside === undefined || inside.includes('```') ? text : inside
}

/** The lines of an answer as plain text, without the marks of lists and the quotation marks. */
export function answerLines(answer: string): Array<string> {
  return answerMarkdown(answer)
    .split('\n')
    .map((line) => plainLine(line.trim().replace(/^(?:[-*+>]|#{1,6}|\d{1,2}[.)])\s+/, '')))
    .map((line) => line.replace(/^["“]([^"“”]+)["”]$/, '$1'))
    .filter((line) => line !== '')
}
