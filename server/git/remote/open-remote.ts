import { createHttpRemote } from './http-remote.ts'
import { createLocalRemote } from './local-remote.ts'
import type { Remote, RemoteParts } from './remote.ts'

/** Where the remote is; the address holds no credentials. */
export type RemotePlace =
  | { kind: 'server'; url: string; credentials: { username: string; token: string } | null }
  | { kind: 'folder'; path: string }

/** Opens nothing yet: whatever is wrong with the remote is found when it is asked. */
export function openRemote(place: RemotePlace, parts: RemoteParts): Remote {
  if (place.kind === 'folder') return createLocalRemote(place.path, parts)
  return createHttpRemote(new URL(place.url), place.credentials, parts)
}
