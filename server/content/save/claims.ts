import { posix } from 'node:path'
import { contentTypes } from '#domain/content.ts'
import { itemAddress } from '#domain/item/types.ts'
import { fileClaim, stemClaim } from '../../platform/claims.ts'
import { blobId } from '../../platform/object-id.ts'
import { normalAddress } from '../catalog/redirects.ts'
import type { EntryOf } from '../read/entry.ts'
import { type PathKind, pathKind } from '../read/file-kind.ts'
import { readText } from './content-text.ts'

/** The claim to an address of the site, current or former. */
export const addressClaim = (address: string): string => `address ${normalAddress(address)}`

/** The claim to the number of a newsletter issue. */
export const numberClaim = (number: number): string => `number ${number}`

/**
 * What the change of a file claims, beside the file itself only what differs between its two
 * versions; null when all other saves may depend on it. `before` is null for a new file, `after`
 * for a deleted one.
 */
export async function claimsOf(
  path: string,
  before: (() => Promise<Uint8Array>) | null,
  after: Uint8Array | null,
): Promise<ReadonlyArray<string> | null> {
  const place = pathKind(path)
  const file = fileClaim(path)
  switch (place.kind) {
    case 'misplaced':
      return null
    case 'pages':
    case 'author':
    case 'snippet':
    case 'settings':
      return [file]
    case 'asset':
      return [file, ...assetClaims(path, before === null, after)]
    default: {
      const [old, next] = [(await before?.()) ?? null, after].map((bytes) =>
        identity(place, path, bytes),
      )
      if (!old || !next) return null
      if (before !== null && after !== null && String(old) === String(next)) return [file]
      return [file, ...old, ...next]
    }
  }
}

/** An upload whose bytes the site has already is not stored again. */
function assetClaims(path: string, isNew: boolean, after: Uint8Array | null): Array<string> {
  const isMoved = isNew || after === null
  return [
    ...(path.startsWith('media/') && after !== null ? [`bytes ${blobId(after)}`] : []),
    ...(path.startsWith('downloads/') && isMoved ? [stemClaim(path)] : []),
  ]
}

/**
 * What an item or a download has that no other may have; empty for a missing file, null for one
 * that can't be read.
 */
function identity(
  { kind }: Extract<PathKind, { inner: string }>,
  path: string,
  bytes: Uint8Array | null,
): Array<string> | null {
  if (bytes === null) return []
  const found = readText([...contentTypes, 'downloads'], path, bytes)
  if (found.kind !== 'read') return null
  const { entry } = found.text
  const id = `id ${kind} ${entry.item.id}`
  return entry.kind === 'downloads'
    ? [id, ...downloadNames(path, entry)]
    : [id, ...itemNames(entry)]
}

function downloadNames(path: string, { file }: EntryOf['downloads']): Array<string> {
  const folder = posix.dirname(path)
  return [stemClaim(path), ...(file === null ? [] : [fileClaim(posix.join(folder, file))])]
}

function itemNames({ kind, item, aliases }: EntryOf[(typeof contentTypes)[number]]): Array<string> {
  return [
    ...[itemAddress(kind, item), ...aliases].map(addressClaim),
    ...('issueNumber' in item ? [numberClaim(item.issueNumber)] : []),
  ]
}
