import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import { memo, useState } from 'react'
import { longDate } from '#domain/dates.ts'
import type { SubscriberView } from '#domain/subscriber-list.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { useProfile } from '../../ui/site-profile.tsx'
import { Fact } from '../shell/fact.tsx'
import { Moment } from '../shell/moment.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'

const states: Readonly<Record<SubscriberView['status'], { tone: Tone; word: string }>> = {
  active: { tone: 'ok', word: 'Active' },
  unconfirmed: { tone: 'warn', word: 'Unconfirmed' },
  unsubscribed: { tone: 'neutral', word: 'Unsubscribed' },
}

/**
 * One subscriber: address and state; the details show all stored data. Rendered only when its
 * person changes, because a list has fifty.
 */
export const SubscriberRow = memo(function SubscriberRow({
  person,
  onDelete,
}: {
  person: SubscriberView
  onDelete: (person: SubscriberView) => void
}) {
  const { timeZone } = useSiteFacts()
  const [isOpen, setOpen] = useState(false)
  const { tone, word } = states[person.status]

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(person.unsubscribeUrl)
      void showToast({
        title: 'Link copied',
        description: 'Whoever opens it can unsubscribe this address.',
      })
    } catch {
      // Pages without https may not write to the clipboard.
      void showToast({
        title: 'The link could not be copied',
        description: 'It is shown in the details of the row.',
      })
    }
  }

  return (
    <li
      className="flex items-start pe-1.5 not-first:border-t not-first:border-line
        [&>.icon-btn]:flex-none [&>.icon-btn]:mt-0.75 [&>button]:flex-none [&>button]:mt-0.75"
    >
      <details
        className="flex-1 min-w-0"
        data-part="subscriber-more"
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary
          className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-y-0.5 gap-x-2.5 py-2.25
            pe-2 ps-3.5 cursor-pointer list-none [&::-webkit-details-marker]:hidden
            focus-visible:outline-2 focus-visible:outline-accent-ink
            focus-visible:-outline-offset-3 focus-visible:rounded-card max-md:flex max-md:flex-wrap
            max-md:ps-8 md:grid-cols-[minmax(0,1fr)_14rem_11rem]"
        >
          {/* The marker shows that details can be opened. */}
          <span
            className="col-span-full ps-4.5 -indent-4.5 font-semibold wrap-anywhere before:me-2.75
              before:inline-block before:size-1.75 before:border-e-[1.5px] before:border-b-[1.5px]
              before:border-muted before:-rotate-45 before:[translate:0_-0.0625rem]
              in-[details[open]]:before:rotate-45
              in-[details[open]]:before:[translate:0_-0.1875rem] in-[summary:hover]:underline
              in-[summary:hover]:underline-offset-[0.2em] max-md:basis-[calc(100%+1.125rem)]
              max-md:-ms-4.5 md:col-auto"
            data-part="subscriber-email"
          >
            {person.email}
          </span>
          <span className="flex flex-wrap gap-1.25">
            <Badge tone={tone}>{word}</Badge>
            {person.unsure && <Badge tone="info">Unsure</Badge>}
            {person.synced === false && <Badge tone="info">Not synced</Badge>}
          </span>
          <span className="text-muted text-14 max-md:whitespace-nowrap">
            <time dateTime={person.subscribedAt}>
              {longDate(new Date(person.subscribedAt), timeZone)}
            </time>
          </span>
        </summary>
        {isOpen && <Facts person={person} />}
      </details>
      <Menu
        trigger={<IconButton label={`Actions for ${person.email}`} icon={<Ellipsis />} />}
        items={[
          { label: 'Copy unsubscribe link', icon: <Copy />, onSelect: () => void copyLink() },
          'separator',
          { label: 'Delete', icon: <Trash2 />, tone: 'danger', onSelect: () => onDelete(person) },
        ]}
      />
    </li>
  )
})

/** All that is stored of a person. */
function Facts({ person }: { person: SubscriberView }) {
  const { categories, levels } = useProfile()
  return (
    <dl
      className="grid gap-1.5 me-2 mb-3 ms-3.5 pt-2.5 border-t border-dashed border-line text-14
        [&>div]:grid [&>div]:gap-x-3 sm:[&>div]:grid-cols-[10rem_minmax(0,1fr)] [&_dt]:text-muted
        [&_dt]:wrap-anywhere [&_dd]:wrap-anywhere"
      data-part="subscriber-facts"
    >
      <Fact name="Subscribed">
        <Moment instant={person.subscribedAt} />
      </Fact>
      {person.unsure && (
        <Fact name="Request for confirmation">
          The mail server did not say whether it took the mail, so it was not sent again by itself.
          An hour later another one can be asked for: by them in any form of the site, or by you
          with “Add”.
        </Fact>
      )}
      <Fact name="Source">{person.source}</Fact>
      {Object.values(person.utm).some(Boolean) && (
        <Fact name="Campaign">
          {[person.utm.source, person.utm.medium, person.utm.campaign].filter(Boolean).join(' / ')}
        </Fact>
      )}
      <Fact name="Consent">
        <Moment instant={person.consent.at} />, wording {person.consent.wording}
        {person.consent.page && (
          <>
            , on <span className="break-all">{person.consent.page}</span>
          </>
        )}
      </Fact>
      {person.confirmedAt && (
        <Fact name="Confirmed">
          <Moment instant={person.confirmedAt} />
        </Fact>
      )}
      {person.unsubscribedAt && (
        <Fact name={person.status === 'unsubscribed' ? 'Unsubscribed' : 'Had unsubscribed'}>
          <Moment instant={person.unsubscribedAt} />
        </Fact>
      )}
      {person.choice && (
        <Fact name="Chosen topics">
          {[
            ...person.choice.topics.map(categories.label),
            ...person.choice.levels.map(levels.label),
          ].join(', ')}
        </Fact>
      )}
      {Object.entries(person.customFields)
        .filter(([name]) => name !== 'page_url')
        .map(([name, value]) => (
          <Fact key={name} name={name}>
            {String(value)}
          </Fact>
        ))}
      <Fact name="Link to unsubscribe">
        <span className="break-all">{person.unsubscribeUrl}</span>
      </Fact>
    </dl>
  )
}
