import { useState } from 'react'
import { pageNameFault } from '#domain/page-names.ts'
import type { SitePage } from '#domain/site-files.ts'
import { slugify } from '#domain/slug.ts'
import { issuesOf, messageOf } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { LiteralField, TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { usePageList } from '../editing/use-page-list.ts'
import { useSiteLanguage } from '../shell/site-facts.ts'

type Wrong = Readonly<Partial<Record<'title' | 'name' | 'other', string>>>

/**
 * Asks for the address of a page: of a new one, with its title, or another one for `page`. `onDone`
 * gets the page as it is saved; null when that waits.
 */
export function PageAddressDialog({
  page,
  onDone,
  onClose,
}: {
  page: Pick<SitePage, 'name' | 'title' | 'draft'> | null
  onDone: (saved: SitePage | null) => void
  onClose: () => void
}) {
  const { create, move } = usePageList()
  const language = useSiteLanguage()
  const [title, setTitle] = useState('')
  const [typed, setTyped] = useState(page?.name ?? null)
  const [wrong, setWrong] = useState<Wrong>({})
  const [pending, setPending] = useState(false)
  const name = typed ?? slugify(title, language)
  const heading = page ? 'Move Page' : 'Add Page'

  async function send() {
    const address = name.trim().replace(/^\/+/, '').normalize('NFC')
    const fault = address === '' ? 'Address is required' : pageNameFault(address)
    const missing = page === null && title.trim() === ''
    if (fault !== null || missing)
      return setWrong({
        ...(fault !== null && { name: fault }),
        ...(missing && { title: 'Title is required' }),
      })
    setPending(true)
    try {
      onDone(
        page
          ? await move(page, address)
          : await create({ name: address, title: title.trim(), draft: true }),
      )
    } catch (error) {
      const issues = issuesOf(error).map(
        ({ path, message }) => [path === 'title' ? 'title' : 'name', message] as const,
      )
      setWrong(issues.length > 0 ? Object.fromEntries(issues) : { other: messageOf(error) })
      setPending(false)
    }
  }

  return (
    <Dialog title={heading} onClose={onClose}>
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {page === null && (
          <TextField
            label="Title"
            value={title}
            error={wrong.title}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
        <LiteralField
          label="Address"
          prefix="/"
          value={name}
          autoComplete="off"
          error={wrong.name}
          hint="As in imprint or legal/imprint. Addresses of the site's other pages can't be used."
          onChange={(event) => setTyped(event.target.value)}
        />
        <p className="text-small text-soft">
          {page === null
            ? 'It begins as a draft that nobody sees. Links in the menu and the footer are set under “Subject and looks”.'
            : page.draft
              ? 'Nobody has seen it at its old address, because it is a draft.'
              : 'The old address redirects to the new one permanently, so no link breaks.'}
        </p>
        <FormError>{wrong.other}</FormError>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={page !== null && name === page.name}
            pending={pending}
            pendingText={page ? 'Moving...' : 'Adding...'}
          >
            {heading}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
