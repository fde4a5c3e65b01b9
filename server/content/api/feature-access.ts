import type { ContentType, FileKind } from '#domain/content.ts'
import type { FormValues } from '#domain/item/field.ts'
import { itemAddress } from '#domain/item/types.ts'
import type { createBodyProblems } from '../catalog/body-problems.ts'
import { editedPages } from '../catalog/content-change.ts'
import { folderOfPath, type MediaUses } from '../catalog/media-uses.ts'
import type { ContentStore } from '../catalog/store.ts'
import { isPublic, type ReadableRecord } from '../check/texts.ts'
import type { createDownloadCounts } from '../downloads/download-counts.ts'
import type { Links } from '../links/create-links.ts'
import type { createBodyRenderer } from '../markdown/body-renderer.ts'
import { indexedTexts } from '../read/body.ts'
import type { FileRecord } from '../read/file-record.ts'
import { beginningOf } from '../samples/beginning.ts'
import { readItemText } from '../save/content-text.ts'

type ReadBlob = (blob: string) => Promise<Uint8Array>

/** The site as pages and health show it. */
export function siteView(
  store: ContentStore,
  counts: Pick<ReturnType<typeof createDownloadCounts>, 'version'>,
  bodyProblems: Pick<ReturnType<typeof createBodyProblems>, 'problems'>,
  links: Pick<Links, 'problems'>,
) {
  return {
    site: store.reader,
    // Pages show the counts of downloads, so a new count is a change too.
    generation: () => store.generation() + counts.version(),
    revision: store.revision,
    isBehind: store.isBehind,
    problems: async () => [...store.problems(), ...(await bodyProblems.problems())],
    /**
     * Values that are read differently than they are written, and links and pictures that lead
     * nowhere.
     */
    warnings: async (patience?: number) => [
      ...store.warnings(),
      ...(await links.problems(patience)),
    ],
    unpublishedAt: store.unpublishedAt,
    /** The address of an item, and the item when it is unpublished; null for an id without an item. */
    pageOf({ type, id }: { type: ContentType; id: number }) {
      const stored = store.one(type, id)
      if (!stored) return null
      const address = itemAddress(type, stored.item)
      return { address, unpublished: store.unpublishedAt(address) }
    },
    /** What is still as the product ships it. */
    beginning: () => beginningOf(store.files(), store.reader.settings()),
    onEdited: (listener: (paths: Array<string>) => void) =>
      store.onChange((change) => listener(editedPages(change))),
  }
}

/** Newsletters as they are mailed. */
export function mailedIssues(
  store: ContentStore,
  read: ReadBlob,
  renderBody: ReturnType<typeof createBodyRenderer>['render'],
) {
  return {
    settings: () => store.reader.settings(),
    renderBody,
    statusOf: (id: number) => store.one('newsletters', id)?.status ?? null,
    async issueOf(id: number) {
      const stored = store.one('newsletters', id)
      if (!stored) return null
      const { item, path, status } = stored
      const text = readItemText(path, await read(item.blob), store.reader.settings())
      if (text.kind === 'faulty') return null
      const { fields, markdown } = text.text
      const articles = (fields.articles ?? []) as FormValues['pieces']
      return {
        ...item,
        content: markdown,
        articles,
        revision: item.blob,
        status,
        folder: folderOfPath(path),
      }
    },
  }
}

/** Files of the content folder, and who uses and sees them. */
export function siteFiles(store: ContentStore, read: ReadBlob, uses: MediaUses, now: () => Date) {
  return {
    /** All paths of a blob in the content folder. */
    pathsOf: (blob: string) =>
      [...store.files()].flatMap((file) => (file.blob === blob ? [file.path] : [])),
    /** The bytes of a file in the content folder, or null. */
    async readFile(path: string): Promise<Uint8Array | null> {
      const blob = store.blobAt(path)
      return blob === null ? null : read(blob)
    },
    /** The items, pages and settings that use each picture. */
    pictureUses: uses.all,
    /** The folder of an item's file; null when there is no such item. */
    itemFolder(type: ContentType, id: number): string | null {
      const path = store.one(type, id)?.path
      return path === undefined ? null : folderOfPath(path)
    },
    /** Whether visitors may see a file beside texts: a published text shows it. */
    async isShown(path: string): Promise<boolean> {
      // Without a file there is nothing to look for in all texts.
      if (store.blobAt(path) === null) return false
      const instant = now().toISOString()
      const isPublicFile = (file: FileRecord) =>
        file.author !== undefined ||
        file.entry?.kind === 'downloads' ||
        isPublic(file as ReadableRecord, instant)
      return uses.publicUser(path, isPublicFile)
    },
    /** Whether an item shows a file beside its text. */
    itemShows(type: ContentType, id: number, path: string): boolean {
      const file = store.state().records.get(store.one(type, id)?.path ?? '')
      return file !== undefined && uses.isNamedBy(path, file)
    },
    /** The texts of the file of a blob, as the search indexes them. */
    textsOf: async (blob: string, kind: FileKind) => indexedTexts(await read(blob), kind),
  }
}
