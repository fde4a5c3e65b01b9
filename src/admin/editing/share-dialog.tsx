import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import { draftLinkDays } from '#domain/draft-link.ts'
import { adminCall, callQuery } from '../../api/admin-call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { SecretLink } from '../shell/secret-link.tsx'
import { ActionButton, useAction } from '../shell/use-action.tsx'
import { DraftLinkRow } from './draft-link-row.tsx'

const choices = [
  { value: '1', label: 'One day' },
  { value: String(draftLinkDays.usual), label: 'A week' },
  { value: '30', label: '30 days' },
  { value: String(draftLinkDays.most), label: '90 days' },
]

/** Makes, copies and ends the links with which people without an account read a draft. */
export function ShareDialog({
  item,
  onClose,
}: {
  item: { type: ContentType; id: number }
  onClose(): void
}) {
  const [days, setDays] = useState<number>(draftLinkDays.usual)
  const links = useQuery(callQuery('GET /api/draft-links'))
  const create = useAction(() => adminCall('POST /api/draft-links', { body: { ...item, days } }), {
    failed: 'The link could not be made',
    refresh: ['GET /api/draft-links'],
  })
  const own = links.data?.filter((link) => link.type === item.type && link.item === item.id) ?? []
  const made = create.data && own.find(({ id }) => id === create.data.id)

  return (
    <Dialog title="Share this draft" onClose={onClose}>
      <p className="mb-4 text-soft">
        Anybody with the link can read the page without an account, with later changes, until the
        link ends. They can change nothing.
      </p>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <SelectField
          label="Works for"
          options={choices}
          value={String(days)}
          onChange={(event) => setDays(Number(event.target.value))}
        />
        <ActionButton action={create} variant="primary" pendingText="Making...">
          Make Link
        </ActionButton>
      </div>
      {made && (
        <div className="mb-4">
          <SecretLink
            label="Link to the draft"
            url={made.url}
            copied="Send it to the person who may read the draft."
            hint="It can be copied again and ended here, and under Users."
          />
        </div>
      )}
      <Loaded query={links} name="links">
        {() =>
          own.length > 0 && (
            <>
              <h3 className="text-15">Links that work now</h3>
              <ul className="row-list">
                {own.map((link) => (
                  <DraftLinkRow key={link.id} link={link} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </Dialog>
  )
}
