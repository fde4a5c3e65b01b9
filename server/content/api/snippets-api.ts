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

interface SnippetParts {
  store: Pick<ContentStore, 'blobAt' | 'files'>
  read: (blob: string) => Promise<Uint8Array>
  commit: Commit
  gate: CallGate
}

/** Texts that writers insert in others: listed, and stored with one commit each. */
export function snippetsApi(parts: SnippetParts): Router {
  return mountCalls(snippetCalls, parts.gate, {
    'GET /api/snippets': async () =>
      (await storedSnippets(parts)).map(({ name, title, content }) => ({ name, title, content })),
    async 'POST /api/snippets'({ body, once }) {
      const result = await once((by) =>
        parts.commit<SaveResult<string>>(by, (claimed) => planSnippet(body, parts, claimed)),
      )
      return unlessRefused(result, 'There is no such snippet.', ({ id, commit }) => {
        return { ...body, name: id, commit }
      })
    },
  })
}

/** A snippet with its file, and what stands in that before the text. */
interface StoredSnippet extends Snippet {
  path: string
  blob: string
  head: string
}

/**
 * All snippets by their titles; the name of a file without a `title` is one. A file that is no text
 * or is empty is no snippet.
 */
async function storedSnippets({ store, read }: SnippetParts): Promise<Array<StoredSnippet>> {
  const found: Array<StoredSnippet> = []
  for (const { path, blob, kind: link } of store.files()) {
    const kind = pathKind(path)
    if (kind.kind !== 'snippet' || link !== undefined) continue
    const bytes = await read(blob)
    const whole = readText(bytes)
    if (typeof whole !== 'string') continue
    const file = readBodyDespiteFault(bytes)
    const body = (file?.body ?? whole).trimStart()
    const { name } = kind
    const title = String(file?.data.title ?? '').trim() || name.replaceAll('-', ' ')
    const head = whole.slice(0, whole.length - body.length)
    if (body !== '') found.push({ name, title, content: body.trimEnd(), path, blob, head })
  }
  return found.sort((one, other) => one.title.localeCompare(other.title))
}

/** Plans a snippet, in place of the one with its title. */
async function planSnippet(
  { title, content }: Pick<Snippet, 'title' | 'content'>,
  parts: SnippetParts,
  claimed: Claims,
) {
  const known = (await storedSnippets(parts)).find((one) => one.title === title)
  const path =
    known?.path ??
    freePath(
      `snippets/${slugOfName(title) ?? 'snippet'}.md`,
      (wanted) => parts.store.blobAt(wanted) === null && !claimed.has(fileClaim(wanted)),
    )
  const head = known?.head ?? `${editFrontmatter('', { title })}\n`
  const bytes = Buffer.from(`${head}${content.trim()}\n`.toWellFormed())
  const name = path.slice('snippets/'.length, -'.md'.length)
  return planOf({ singular: 'snippet' }, name, known ? 'Update' : 'Create', {
    changes: [{ path, bytes, expected: known?.blob ?? null }],
    title,
  })
}
