import type { TextWork } from '../markdown/text-work.ts'
import { markdownOfBody } from './sent-body.ts'

interface Piece {
  title: string
  excerpt: string
  content: string
}

/**
 * The pieces of a newsletter as a client means them: each one's content is Markdown, or HTML that is compared with how the piece in its place is shown.
 */
export function sentPieces(
  sent: ReadonlyArray<Piece>,
  contentFormat: 'markdown' | 'html' | undefined,
  base: ReadonlyArray<Piece>,
  render: (markdown: string, index: number) => Promise<string>,
  texts: Pick<TextWork, 'convert'>,
): Promise<Array<Piece>> {
  return Promise.all(
    sent.map(async ({ title, excerpt, content }, index) => {
      const known = base[index]?.content ?? ''
      const markdown = await markdownOfBody({ content, contentFormat }, known, (text) => render(text, index), texts)
      return { title, excerpt, content: markdown }
    }),
  )
}
