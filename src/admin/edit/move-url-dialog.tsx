import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { percentDecoded } from '#domain/percent-decoded.ts'
import { slugFault } from '#domain/slug.ts'
import { adminCall } from '../../api/admin-call.ts'
import type { InboundLink } from '../../api/admin-content.ts'
import { issuesOf, reasonOf } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { LiteralField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { SwitchField } from '../../ui/switch-field.tsx'
import type { Draft } from '../editing/use-draft.ts'

type State = { kind: 'asking'; problem?: string; wrong?: string } | { kind: 'moving' }

/**
 * Dialog that changes the slug of a published article, after a list of the consequences. The move
 * is one commit.
 */
export function MoveUrlDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const current = draft.base.slug
  const [slug, setSlug] = useState(current)
  const [rewriteLinks, setRewriteLinks] = useState(true)
  const [state, setState] = useState<State>({ kind: 'asking' })
  const links = useQuery({
    queryKey: ['/api/articles', draft.id, 'links'],
    queryFn: () => adminCall('GET /api/articles/{id}/links', { params: { id: draft.id } }),
    gcTime: 0,
  })
  const wanted = slug.trim().normalize('NFC')
  const changed = wanted !== current && wanted !== ''

  async function move() {
    const wrong = wanted === '' ? 'Slug is required' : slugFault(wanted)
    if (wrong !== null) return setState({ kind: 'asking', wrong })
    setState({ kind: 'moving' })
    try {
      const item = await draft.move(wanted, rewriteLinks)
      if (item)
        void showToast({
          title: 'URL moved',
          description: `The article is at ${percentDecoded(item.url) ?? item.url} now; the old address leads there.`,
        })
      onClose()
    } catch (error) {
      const message = reasonOf(error) ?? 'Nothing was moved; please try again.'
      const wrong = issuesOf(error).find(({ path }) => path === 'slug')?.message
      setState(wrong ? { kind: 'asking', wrong } : { kind: 'asking', problem: message })
    }
  }

  if (draft.dirty)
    return (
      <Dialog title="Move URL" onClose={onClose}>
        <p className="text-small text-soft">
          Save your changes first: the move is a separate change.
        </p>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Dialog title="Move URL" onClose={onClose}>
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void move()
        }}
      >
        <LiteralField
          label="New URL Slug"
          prefix="/article/"
          value={slug}
          autoComplete="off"
          error={state.kind === 'asking' ? state.wrong : undefined}
          onChange={(event) => setSlug(event.target.value)}
        />
        <div className="text-small text-soft">
          <p className="font-semibold text-ink">What happens</p>
          <ul className="mt-1 list-disc ps-5">
            <li>
              The article moves from <code>/article/{current}</code> to{' '}
              <code>/article/{wanted !== current && wanted ? wanted : '…'}</code>.
            </li>
            <li>The old address redirects to the new one permanently, so no link breaks.</li>
            <li>All of it happens at once, and can be undone by moving back.</li>
          </ul>
        </div>
        <LinkList links={links.data} failed={links.isError} />
        {links.data && links.data.length > 0 && (
          <SwitchField
            label="Rewrite these links"
            hint="They lead directly to the new address, without a redirect."
            checked={rewriteLinks}
            onChange={(event) => setRewriteLinks(event.target.checked)}
          />
        )}
        {state.kind === 'asking' && <FormError>{state.problem}</FormError>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={!changed}
            pending={state.kind === 'moving'}
            pendingText="Moving..."
          >
            Move URL
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function LinkList({
  links,
  failed,
}: {
  links: ReadonlyArray<InboundLink> | undefined
  failed: boolean
}) {
  if (failed)
    return (
      <p className="text-small text-muted">
        The links to this article could not be loaded. They are rewritten nevertheless.
      </p>
    )
  if (!links) return <p className="text-small text-muted">Looking for links to this article...</p>
  if (links.length === 0)
    return <p className="text-small text-muted">Nothing on this site links to this article.</p>
  return (
    <div className="text-small">
      <p className="font-semibold">
        {links.length === 1 ? 'One page links here' : `${links.length} pages link here`}
      </p>
      <ul
        className="max-h-48 mt-1 overflow-y-auto border-y border-line [&>li]:py-1.5
          [&>li]:wrap-anywhere [&>li+li]:border-t [&>li+li]:border-line"
      >
        {links.map(({ type, id, title, url, status }) => (
          <li key={`${type} ${id} ${url}`}>
            <a href={url} target="_blank" rel="noreferrer" className="underline">
              {title}
            </a>
            <span className="text-muted">
              {' '}
              {url}
              {status === 'published' ? '' : ` (${status})`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
