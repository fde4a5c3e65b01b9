import type { DraftLinkView } from '#domain/draft-link.ts'
import { editorPath } from '#domain/editor-path.ts'
import { adminCall } from '../../api/admin-call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../shell/moment.tsx'
import { copyLink } from '../shell/secret-link.tsx'
import { ActionButton, useAction } from '../shell/use-action.tsx'

const states = {
  draft: null,
  scheduled: 'Scheduled',
  published: 'Published',
  deleted: 'Deleted',
} as const

/**
 * One link to a draft, with buttons that copy and end it. `titled`: in a list of links to different
 * items.
 */
export function DraftLinkRow({ link, titled = false }: { link: DraftLinkView; titled?: boolean }) {
  const end = useAction(
    () => adminCall('DELETE /api/draft-links/{id}', { params: { id: link.id } }),
    {
      failed: 'The link could not be ended',
      done: { title: 'Link ended', description: 'It shows nothing any more.' },
      refresh: ['GET /api/draft-links'],
    },
  )
  const state = states[link.status]
  return (
    <li>
      <div className="min-w-0">
        {titled && (
          <p className="font-semibold">
            <a
              className="underline underline-offset-2"
              href={editorPath({ type: link.type, id: link.item })}
            >
              {link.title}
            </a>{' '}
            {state && <Badge>{state}</Badge>}
          </p>
        )}
        <p className="text-tiny text-muted">
          By {link.createdBy}, <Moment instant={link.createdAt} />. Ends{' '}
          <Moment instant={link.expiresAt} />
        </p>
      </div>
      <div className="flex flex-none gap-2">
        <Button
          size="sm"
          aria-label={`Copy the link to ${link.title}`}
          onClick={() => copyLink(link.url)}
        >
          Copy
        </Button>
        <ActionButton
          action={end}
          size="sm"
          variant="danger"
          aria-label={`End the link to ${link.title}`}
          pendingText="Ending..."
        >
          End
        </ActionButton>
      </div>
    </li>
  )
}
