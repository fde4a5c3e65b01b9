import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import { adminList } from '../../api/admin-call.ts'
import { contentKeys } from '../../api/admin-content.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/**
 * Issue numbers in use, for screens that set one. `own` is the edited issue, null for a new one.
 * Fetches only for newsletters.
 */
export function useIssueNumbers(type: ContentType, own: number | null) {
  const [asked, setAsked] = useState<{ words: string; go: () => void } | null>(null)
  const { data, isLoading } = useQuery({
    queryKey: contentKeys.list('newsletters', {}),
    queryFn: ({ signal }) => adminList('GET /api/newsletters', { signal }),
    enabled: type === 'newsletters',
  })
  const others = data?.items.filter(({ id }) => id !== own)

  return {
    /** The next free number; null while unknown. */
    next: data ? Math.max(0, ...data.items.map(({ issueNumber }) => issueNumber)) + 1 : null,
    /** Whether the numbers are being fetched. */
    loading: isLoading,
    /**
     * Calls `go` immediately when no other issue has one of the numbers, otherwise after a
     * confirmation.
     */
    ask(numbers: ReadonlyArray<number>, go: () => void) {
      const taken = (others ?? []).filter(({ issueNumber }) => numbers.includes(issueNumber))
      const twice = numbers.find((number, at) => numbers.indexOf(number) !== at)
      const [first] = taken
      if (first)
        setAsked({
          go,
          words: `The issue “${first.title}” has the number ${first.issueNumber} already.${more(taken.length - 1)}`,
        })
      else if (twice !== undefined)
        setAsked({ go, words: `The number ${twice} stands here twice.` })
      else go()
    },
    /** The confirmation dialog, while it is open. */
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
