import { groupedNumber } from '#domain/count-words.ts'
import type { SyncState } from '#domain/sync.ts'
import type { Tone } from '../../ui/badge.tsx'

export type Remote = Extract<SyncState, { kind: 'on' }>

export const stateTone: Readonly<Record<Remote['state'], Tone>> = {
  idle: 'ok',
  syncing: 'info',
  waiting: 'warn',
  rewound: 'warn',
  conflict: 'danger',
  failed: 'danger',
}

/** What a state means for the operator, and what to do. */
export const whatItMeans: Partial<Record<Remote['state'], string>> = {
  waiting:
    'The site works and saves as always. The sync continues by itself as soon as this is resolved.',
  rewound: 'The site works and saves as always.',
  conflict:
    "The site works and saves as always, but it sends and gets nothing until somebody has merged the two versions with git. After that the sync continues by itself; 'Sync now' checks at once.",
  failed:
    "The site works and saves as always. It is tried again by itself; 'Sync now' tries at once.",
}

const words: Partial<Record<Remote['state'], string>> = {
  waiting: 'Waiting',
  rewound: 'Commits lost',
  conflict: 'Conflict',
  failed: 'Failed',
}

/** The state in one or two words. */
export function stateWord({ state, ahead, behind }: Remote, syncing: boolean) {
  if (syncing) return 'Syncing'
  return words[state] ?? (ahead === 0 && behind === 0 ? 'In step' : 'Changes wait')
}

export function changes(count: number): string {
  return count === 1 ? 'One change' : `${groupedNumber(count)} changes`
}
