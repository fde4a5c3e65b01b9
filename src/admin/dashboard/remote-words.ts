import type { SyncState } from '#domain/sync.ts'
import type { Tone } from '../../ui/badge.tsx'

type Remote = Extract<SyncState, { kind: 'on' }>

export const stateTone: Readonly<Record<Remote['state'], Tone>> = {
  idle: 'ok',
  syncing: 'info',
  waiting: 'warn',
  conflict: 'danger',
  failed: 'danger',
}

/** What the trouble means for whoever runs the site, and what to do about it. */
export const whatItMeans: Readonly<Record<Remote['state'], string>> = {
  idle: '',
  syncing: '',
  waiting: 'The site works and saves as always. As soon as this is settled, the sync goes on by itself.',
  conflict:
    "The site works and saves as always, but it sends nothing and gets nothing until somebody has put the two versions together with git. After that the sync goes on by itself; 'Sync now' tells at once.",
  failed: "The site works and saves as always. It is tried again by itself; 'Sync now' tries at once.",
}

/** The state in a word or two. */
export function stateWord({ state, ahead, behind }: Pick<Remote, 'state' | 'ahead' | 'behind'>, syncing: boolean) {
  if (syncing) return 'Syncing'
  if (state === 'waiting') return 'Waiting'
  if (state === 'conflict') return 'Conflict'
  if (state === 'failed') return 'Failed'
  return ahead === 0 && behind === 0 ? 'In step' : 'Changes wait'
}

export function changes(count: number): string {
  return count === 1 ? 'One change' : `${count.toLocaleString('en-US')} changes`
}
