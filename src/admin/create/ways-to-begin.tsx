import { ClipboardPaste, PenLine } from 'lucide-react'
import { LinkButton } from '../../ui/button.tsx'
import { type CreatedType, writeAddress } from '../editing/creator-state.ts'

/** The two ways to a new item: a blank page, or a text that is pasted and analyzed, which is the present screen. */
export function WaysToBegin({ type }: { type: CreatedType }) {
  return (
    <nav aria-label="Ways to begin" className="flex flex-wrap gap-2">
      <LinkButton variant="primary" icon={<PenLine aria-hidden="true" />} href={writeAddress(type)}>
        Write
      </LinkButton>
      <LinkButton
        icon={<ClipboardPaste aria-hidden="true" />}
        href="/admin/create-content"
        aria-current="page"
        className="aria-[current]:bg-sunk"
      >
        Paste & analyze
      </LinkButton>
    </nav>
  )
}
