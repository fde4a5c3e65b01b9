import type { TextWork } from '../markdown/text-work.ts'
import { type RenderBody, renderFile } from '../read/body.ts'
import type { ItemVersion } from '../save/item-history.ts'
import type { createItemChanges } from './item-changes.ts'

type Versions = ReadonlyArray<ItemVersion>

/** The versions of an item or a page, as administrators read them. */
export function createVersionAnswers(parts: {
  read: (blob: string) => Promise<Uint8Array>
  renderBody: RenderBody
  texts: TextWork
  changes: ReturnType<typeof createItemChanges>
}) {
  const { read, renderBody, texts, changes } = parts
  const textOf = async (blob: string | null) =>
    blob === null ? '' : Buffer.from(await read(blob)).toString('utf8')

  /**
   * A version as the file was after its commit; null when that deleted it, or the file can't be
   * read.
   */
  async function textAt({ path, blob }: ItemVersion) {
    const text = blob === null ? null : await changes.textAt(path, blob)
    if (blob === null || !text) return null
    const body = await renderFile(blob, read, renderBody)
    const content = {
      content: body.html,
      formattedContent: body.html,
      markdown: text.markdown,
      revision: blob,
    }
    return { text, body, content }
  }

  return {
    /**
     * The commits of versions, newest first. What they changed is null where it is not known yet.
     */
    async list(versions: Versions) {
      const known = await changes.all(versions)
      return versions.map(({ commit, author, date, message }, index) => {
        const { origin, change } = known[index] ?? { origin: null, change: null }
        return { commit, author, date: isoDate(date), message, origin, change }
      })
    },

    /**
     * One of the versions, and the changes from the version before it, or from what is there now,
     * to it; null when it is none of them. `shown` makes the item of the answer.
     */
    async one<Item>(
      versions: Versions,
      commit: string,
      against: 'before' | 'now',
      shown: (found: NonNullable<Awaited<ReturnType<typeof textAt>>>) => Item,
    ) {
      const version = versions.find((one) => one.commit === commit)
      if (!version) return null
      const { author, date, message, path, blob } = version
      const [now = version] = versions
      const [before, from] =
        against === 'now' ? [now.blob, now.path] : [version.before, version.from]
      const [was, is] = await Promise.all([textOf(before), textOf(blob)])
      const [diff, comparison, known, found] = await Promise.all([
        texts.diff(was, is),
        changes.compare({ before, from, blob, path }),
        changes.change(version),
        textAt(version),
      ])
      return {
        commit,
        author,
        date: isoDate(date),
        message,
        ...known,
        comparedWith: before === null ? ('nothing' as const) : against,
        diff,
        comparison,
        item: found && shown(found),
      }
    },
  }
}

export type VersionAnswers = ReturnType<typeof createVersionAnswers>

/** A time of git as in answers. */
export function isoDate(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
