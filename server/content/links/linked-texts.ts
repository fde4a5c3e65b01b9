import { anchorsIn } from '../check/inspect-file.ts'
import { onlyParts } from '../check/quick-references.ts'
import type { CheckedRecord } from '../check/texts.ts'
import { readBodyDespiteFault } from '../frontmatter/frontmatter.ts'
import { BodyRenderError } from '../markdown/limits.ts'
import type { Reference } from '../markdown/references.ts'
import type { TextWork } from '../markdown/text-work.ts'
import { type RenderBody, renderFile, textsOf } from '../read/body.ts'

/** The texts of files as the parser and the renderer read them. */
export interface LinkedTexts {
  /**
   * The links and pictures of each text of a file, in the parts with the offsets that `suspects`
   * returns for it.
   */
  references(
    record: CheckedRecord,
    suspects: (markdown: string, index: number) => ReadonlyArray<number>,
  ): Promise<Array<Array<Reference>>>
  /** Whether the page of a file has an anchor when it is rendered. */
  hasAnchor(record: CheckedRecord, anchor: string): Promise<boolean>
}

export function openLinkedTexts(parts: {
  read: (blob: string) => Promise<Uint8Array>
  texts: Pick<TextWork, 'references'>
  renderBody: RenderBody
}): LinkedTexts {
  const { read, texts, renderBody } = parts
  return {
    async references({ blob }, suspects) {
      const source = readBodyDespiteFault(await read(blob))
      const references = (source ? textsOf(source) : []).map(({ markdown }, index) => {
        const at = suspects(markdown, index)
        return at.length === 0
          ? []
          : texts.references(onlyParts(markdown, at)).catch(unlessUnrendered([]))
      })
      return Promise.all(references)
    },
    hasAnchor: ({ blob }, anchor) =>
      renderFile(blob, read, renderBody).then(
        ({ html, articles }) =>
          anchorsIn([html, ...articles.map((article) => article.html)].join('')).includes(anchor),
        // A page that shows its source has no heading.
        unlessUnrendered(false),
      ),
  }
}

/** The value for a text that can't be rendered, which `body-problems.ts` reports. */
function unlessUnrendered<Value>(value: Value) {
  return (error: unknown): Value => {
    if (error instanceof BodyRenderError) return value
    throw error
  }
}
