import type { Router } from 'express'
import { snippetCalls } from '#contract/site-files.ts'
import { slugOfName } from '#domain/slug.ts'
import type { Snippet } from '#domain/snippets.ts'
import { type CallGate, mountCalls } from '../../http/mount-calls.ts'
import { type Claims, fileClaim } from '../../platform/claims.ts'
import { freePath } from '../../platform/first-free.ts'
import type { ContentStore } from '../catalog/store.ts'
import { readBodyDespiteFault, readText } from '../frontmatter/frontmatter.ts'
import { editFrontmatter } from '../frontmatter/frontmatter-edit.ts'
import { pathKind } from '../read/file-kind.ts'
import type { Commit, SaveResult } from '../save/committing.ts'
import { planOf } from '../save/plan.ts'
import { unlessRefused } from './save-answer.ts'

/** A snippet with its file, and what stands in that before the text. */
interface StoredSnippet extends Snippet {
  path: string
  blob: string
  head: string
}

/** Texts that writers insert in others: listed, and stored with one commit each. */
export function snippetsApi({
  store,
  read,
  commit,
  gate,
}: {
  store: Pick<ContentStore, 'blobAt' | 'files'>
  read: (blob: string) => Promise<Uint8Array>
  commit: Commit
  gate: CallGate
}): Router {
  /** All snippets by their titles. A file that is no text, or is empty, is none. */
  async function all(): Promise<Array<StoredSnippet>> {
    const stored = await Promise.all(
      [...store.files()].map(async ({ path, blob, kind: link }) => {
        const kind = pathKind(path)
        if (kind.kind !== 'snippet' || link !== undefined) return null
        const parsed = parts(kind.name, await read(blob))
        return parsed && { ...parsed, name: kind.name, path, blob }
      }),
    )
    return stored
      .filter((one) => one !== null)
      .sort((one, other) => one.title.localeCompare(other.title))
  }

  async function plan({ title, content }: Pick<Snippet, 'title' | 'content'>, claimed: Claims) {
    const known = (await all()).find((one) => one.title === title)
    const isFree = (path: string) => store.blobAt(path) === null && !claimed.has(fileClaim(path))
    const path = known?.path ?? freePath(`snippets/${slugOfName(title) ?? 'snippet'}.md`, isFree)
    const head = known?.head ?? `${editFrontmatter('', { title })}\n`
    const bytes = Buffer.from(`${head}${content.trim()}\n`.toWellFormed())
    const name = path.slice('snippets/'.length, -'.md'.length)
    return planOf({ singular: 'snippet' }, name, known ? 'Update' : 'Create', {
      changes: [{ path, bytes, expected: known?.blob ?? null }],
      title,
    })
  }

  return mountCalls(snippetCalls, gate, {
    'GET /api/snippets': async () =>
      (await all()).map(({ name, title, content }) => ({ name, title, content })),
    async 'POST /api/snippets'({ body, once }) {
      const result = await once((by) =>
        commit<SaveResult<string>>(by, (claimed) => plan(body, claimed)),
      )
      return unlessRefused(result, 'There is no such snippet.', ({ id, commit }) => {
        return { ...body, name: id, commit }
      })
    },
  })
}

/**
 * Title, text and what stands before the text in the file of a snippet. Without a `title` its name
 * is one. Null where there is no text.
 */
function parts(name: string, bytes: Uint8Array) {
  const whole = readText(bytes)
  if (typeof whole !== 'string') return null
  const file = readBodyDespiteFault(bytes)
  const body = file?.body ?? whole
  const content = body.trim()
  if (content === '') return null
  const given = String(file?.data.title ?? '').trim()
  const title = given || name.slice(name.lastIndexOf('/') + 1).replaceAll('-', ' ')
  return { title, content, head: whole.slice(0, whole.length - body.trimStart().length) }
}
