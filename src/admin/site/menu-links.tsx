import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { Controller, useFormContext } from 'react-hook-form'
import type { LookFields } from '#domain/site-files.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'

interface MenuLink {
  label: string
  url: string
}

type Problems = ReadonlyArray<{ label?: { message?: string }; url?: { message?: string } } | undefined> | undefined

/** The links of the header and of the footer. Without own links, the site makes them of its parts. */
export function MenuLinks() {
  const { control, formState } = useFormContext<LookFields>()
  const { navigation, footer } = formState.errors
  return (
    <>
      <Controller
        control={control}
        name="navigation"
        render={({ field: { value, onChange } }) => (
          <LinkCard
            title="Menu"
            word="menu entry"
            links={value ?? []}
            problems={navigation as Problems}
            onChange={(links) => onChange(links.length === 0 ? null : links.map((link) => ({ mobile: true, ...link })))}
          />
        )}
      />
      <Controller
        control={control}
        name="footer"
        render={({ field: { value, onChange } }) => (
          <LinkCard
            title="Quick links of the footer"
            word="quick link"
            links={value.links ?? []}
            problems={footer?.links as Problems}
            onChange={(links) => {
              const { links: _, ...others } = value
              onChange(links.length === 0 ? others : { ...others, links })
            }}
          />
        )}
      />
    </>
  )
}

function LinkCard({
  title,
  word,
  links,
  problems,
  onChange,
}: {
  title: string
  word: string
  links: ReadonlyArray<MenuLink>
  problems: Problems
  onChange: (links: Array<MenuLink>) => void
}) {
  const change = (index: number, part: Partial<MenuLink>) =>
    onChange(links.map((link, at) => (at === index ? { ...link, ...part } : link)))
  const swap = (index: number) => {
    const [link, next] = [links[index], links[index + 1]]
    if (link && next) onChange(links.toSpliced(index, 2, next, link))
  }
  return (
    <Card
      title={title}
      actions={
        <Button
          size="sm"
          icon={<Plus aria-hidden="true" />}
          aria-label={`Add ${word}`}
          onClick={() => onChange([...links, { label: '', url: '' }])}
        >
          Add
        </Button>
      }
    >
      {links.length === 0 && <p className="text-small text-muted">The site makes them of its parts.</p>}
      <ol className="grid gap-4">
        {links.map((link, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: links have no other name
          <li key={index} className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_auto] sm:items-end">
            <TextField
              label={`Label of ${word} ${index + 1}`}
              value={link.label}
              error={problems?.[index]?.label?.message}
              onChange={({ target }) => change(index, { label: target.value })}
            />
            <TextField
              label={`Address of ${word} ${index + 1}`}
              value={link.url}
              error={problems?.[index]?.url?.message}
              onChange={({ target }) => change(index, { url: target.value })}
            />
            <div className="flex gap-1">
              <IconButton
                label={`Move ${word} ${index + 1} up`}
                disabled={index === 0}
                icon={<ArrowUp aria-hidden="true" />}
                onClick={() => swap(index - 1)}
              />
              <IconButton
                label={`Move ${word} ${index + 1} down`}
                disabled={index === links.length - 1}
                icon={<ArrowDown aria-hidden="true" />}
                onClick={() => swap(index)}
              />
              <IconButton
                label={`Remove ${word} ${index + 1}`}
                icon={<Trash2 aria-hidden="true" />}
                onClick={() => onChange(links.toSpliced(index, 1))}
              />
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
