import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import { adminList } from '../../api/admin-call.ts'
import { contentKeys } from '../../api/admin-content.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

export interface IssueNumbers {
  /** The next free number; null while the issues are not known. */
  next: number | null
  /** Goes on at once when no other issue has one of the numbers, else after the person has said that it is meant so. */
  ask(numbers: ReadonlyArray<number>, go: () => void): void
  /** The question, while it is asked. */
  question: ReactNode
}

/** The numbers that issues have, for a screen that gives one. `own` is the issue that is edited, null for a new one. Asks the server for newsletters alone. */
export function useIssueNumbers(type: ContentType, own: number | null): IssueNumbers {
  const [asked, setAsked] = useState<{ words: string; go: () => void } | null>(null)
  const { data } = useQuery({
    queryKey: contentKeys.list('newsletters', {}),
    queryFn: ({ signal }) => adminList('GET /api/newsletters', { signal }),
    enabled: type === 'newsletters',
  })
  const others = data?.items.filter(({ id }) => id !== own)

  return {
    next: data ? Math.max(0, ...data.items.map(({ issueNumber }) => issueNumber)) + 1 : null,
    ask(numbers, go) {
      const taken = (others ?? []).filter(({ issueNumber }) => numbers.includes(issueNumber))
      const twice = numbers.find((number, at) => numbers.indexOf(number) !== at)
      const [first] = taken
      if (first)
        setAsked({
          go,
          words: `The issue “${first.title}” has the number ${first.issueNumber} already.${more(taken.length - 1)}`,
        })
      else if (twice !== undefined) setAsked({ go, words: `The number ${twice} stands here twice.` })
      else go()
    },
    question: asked && (
      <ConfirmDialog
        title="Two issues of one number?"
        text={`${asked.words} Readers would see two issues of one number.`}
        confirmLabel="Save anyway"
        cancelLabel="Change the number"
        onConfirm={() => {
          setAsked(null)
          asked.go()
        }}
        onClose={() => setAsked(null)}
      />
    ),
  }
}

const more = (count: number) => (count > 0 ? ` The same goes for ${count} more.` : '')
