// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createClosingDrafts } from './closing-drafts.ts'
import type { LocalDatabase } from './database.ts'
import { Drafts } from './drafts.ts'
import { keyOf, type StoredDraft } from './stored-draft.ts'

beforeEach(() => localStorage.clear())

/** Stored drafts by key, which outlive a page. */
type Records = Map<string, StoredDraft>

/** A page with these drafts; one that is closing finishes no deletion any more. */
function openPage(records: Records, isClosing = false) {
  const all = () => [...records.values()]
  const database = {
    get: async (_: string, key: Array<string>) => records.get(key.join()),
    put: async (_: string, draft: StoredDraft) => void records.set(keyOf(draft).join(), draft),
    delete: (_: string, key: Array<string>) =>
      isClosing ? new Promise(() => {}) : Promise.resolve(void records.delete(key.join())),
    getAll: async () => all(),
    getAllFromIndex: async (_: string, __: string, [kind, item]: Array<string>) =>
      all().filter((one) => one.kind === kind && one.item === item),
  }
  const closing = createClosingDrafts(1, () => localStorage)
  return new Drafts(
    async () => database as unknown as LocalDatabase,
    closing,
    () => {},
  )
}

const draftAt = (at: number, title = 'A'): StoredDraft => ({
  kind: 'creator',
  item: 'x',
  revision: '',
  title,
  at,
  base: {},
  values: { title },
})

test('a draft that a closing page has dropped is not there in the next page', async () => {
  const records: Records = new Map()
  const page = openPage(records, true)
  await page.store(draftAt(1))
  void page.drop(draftAt(1))
  expect(records.size).toBe(1)
  const next = openPage(records)
  expect(await next.all()).toEqual([])
  expect(records.size).toBe(0)
  expect(localStorage).toHaveLength(0)
})

test('drafts that were saved are deleted, and the latest with something unsaved is found', async () => {
  const page = openPage(new Map())
  await page.store({ ...draftAt(1, 'Unsaved'), revision: 'one' })
  await page.store({ ...draftAt(2, 'Saved'), revision: 'two' })
  await page.store({ ...draftAt(3, 'Saved'), revision: 'three' })
  await page.store({ ...draftAt(4, 'Saved'), item: 'y' })
  const found = await page.unsaved('creator', 'x', ({ title }) => title === 'Saved')
  expect(found?.title).toBe('Unsaved')
  expect((await page.all()).map(({ item, title }) => [item, title])).toEqual([
    ['y', 'Saved'],
    ['x', 'Unsaved'],
  ])
})

test('what is typed after a draft was dropped stays, also when the page closes before the deletion', async () => {
  const records: Records = new Map()
  const page = openPage(records, true)
  await page.store(draftAt(1))
  void page.drop(draftAt(1))
  page.storeSync(draftAt(2, 'B'))
  const next = openPage(records)
  expect((await next.all()).map(({ title }) => title)).toEqual(['B'])
  expect((await next.latest('creator', 'x'))?.title).toBe('B')
  expect(localStorage).toHaveLength(0)
})

test('a database that was closed with its page is no warning, and lists no drafts as deleted', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  onTestFinished(() => warn.mockRestore())
  const closed = async () => {
    throw new DOMException('The database connection is closing.', 'InvalidStateError')
  }
  const drafts = new Drafts(
    closed,
    createClosingDrafts(1, () => localStorage),
    () => {},
  )
  drafts.close()
  expect([await drafts.all(), drafts.storage()]).toEqual([[], { kind: 'forbidden' }])
  expect(warn).not.toHaveBeenCalled()
})
