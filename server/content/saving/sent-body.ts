import { type SentBody, sentMarkdown } from '#domain/markdown/sent-markdown.ts'
import type { TextWork } from '../markdown/text-work.ts'
import { SaveRefused } from './save-refused.ts'

/** The Markdown of a body that a client sent: `sentMarkdown`. Throws SaveRefused when its HTML can't be read. */
export async function markdownOfBody(
  sent: SentBody,
  base: string,
  render: (markdown: string) => Promise<string>,
  texts: Pick<TextWork, 'convert'>,
): Promise<string> {
  const markdown = await sentMarkdown(sent, base, render, texts.convert)
  if (markdown === null)
    throw new SaveRefused([{ path: 'content', message: 'The text is nested too deeply to be read.' }])
  return markdown
}
