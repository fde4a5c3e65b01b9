import type { ContentProblem } from '#domain/content.ts'
import type { FileFacts, Inspector, TextFacts } from './inspect-file.ts'
import { type LinkTargets, linkComplaint, pictureComplaints } from './link-check.ts'

/** The warnings about the links and pictures in the texts of the file whose page is at `from`. */
export async function checkTexts(
  path: string,
  from: string,
  facts: (Pick<FileFacts, 'texts'> & { unrendered: ReadonlyArray<unknown> }) | undefined,
  targets: LinkTargets,
  inspector: Pick<Inspector, 'references'>,
): Promise<Array<ContentProblem>> {
  const warnings: Array<ContentProblem> = []
  const warn = (line: number, message: string | null) => {
    if (message !== null) warnings.push({ path, line, message })
  }
  const texts = facts?.texts ?? []
  // A text that can't be rendered must not be parsed either.
  const suspects = await Promise.all(
    texts.map((text, index) =>
      facts?.unrendered[index] ? [] : suspectsOf(text, from, targets, path),
    ),
  )
  const isInOrder = suspects.every((offsets) => offsets.length === 0)
  const exact = isInOrder ? [] : await inspector.references({ path, suspects })
  for (const [index, { firstLine }] of texts.entries()) {
    for (const { kind, url, line, alt } of exact[index] ?? []) {
      const at = firstLine + line - 1
      if (kind === 'link') warn(at, await linkComplaint(url, from, targets))
      else
        for (const message of await pictureComplaints(url, alt ?? '', targets, path))
          warn(at, message)
    }
  }
  return warnings
}

/**
 * The offsets of what may be a faulty link or picture in a text. A text without any need not be
 * parsed.
 */
async function suspectsOf(
  { quick }: TextFacts,
  from: string,
  targets: LinkTargets,
  path: string,
): Promise<Array<number>> {
  const suspects: Array<number> = []
  for (const reference of quick) {
    const isSuspect =
      reference.kind === 'unclear' ||
      (reference.kind === 'picture'
        ? (await pictureComplaints(reference.url, reference.alt, targets, path)).length > 0
        : (await linkComplaint(reference.url, from, targets)) !== null)
    if (isSuspect) suspects.push(reference.at)
  }
  return suspects
}
