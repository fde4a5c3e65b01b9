import type { ReadableFiles } from '../loading.ts'
import { BodyRenderError } from '../markdown/limits.ts'
import { type FileFacts, textsAt } from './inspect-file.ts'

/** Renders a text as the site does, with its limits. Rejects with a BodyRenderError that says why it can't be shown. */
export type TryRender = (markdown: string) => Promise<unknown>

/** Why a text can't be rendered, and the line of the file that is meant. */
export interface Refusal {
  line: number
  message: string
}

/** So many texts are tried at once: as many as there are workers, and one that is ready behind them. */
const atOnce = 3

/** Tries every doubtful text. Maps the path of each file with a text that can't be rendered to the refusals of its texts; null where a text can be. */
export async function unrenderedTexts(
  facts: ReadonlyArray<FileFacts>,
  files: Pick<ReadableFiles, 'read'>,
  render: TryRender,
): Promise<ReadonlyMap<string, ReadonlyArray<Refusal | null>>> {
  const refused = new Map<string, ReadonlyArray<Refusal | null>>()
  // The lanes share one iterator: each takes the next file.
  const doubtful = facts.filter(({ texts }) => texts.some((text) => text.doubtful)).values()
  async function lane() {
    for (const { record, texts } of doubtful) {
      const refusals = await Promise.all(
        textsAt(record.path, files).map(({ markdown, firstLine }, index) =>
          texts[index]?.doubtful ? refusalOf(markdown, firstLine, render) : null,
        ),
      )
      if (refusals.some((refusal) => refusal !== null)) refused.set(record.path, refusals)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return refused
}

async function refusalOf(markdown: string, firstLine: number, render: TryRender): Promise<Refusal | null> {
  try {
    await render(markdown)
    return null
  } catch (error) {
    if (!(error instanceof BodyRenderError)) throw error
    return { line: firstLine + (error.line ?? 1) - 1, message: error.message }
  }
}
