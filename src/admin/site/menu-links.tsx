import { Plus } from 'lucide-react'
import { Controller, useFormContext } from 'react-hook-form'
import { headerLinks, legalLinks, quickLinks } from '#domain/site/default-links.ts'
import type { LinkSettings } from '#domain/site/look-settings.ts'
import type { SiteProfile } from '#domain/site/site-profile.ts'
import type { LookFields } from '#domain/site-files.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LiteralField, TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { OrderButtons } from './order-buttons.tsx'

type Link = LinkSettings & { mobile?: boolean }

type Problems =
  | (ReadonlyArray<{ label?: { message?: string }; url?: { message?: string } } | undefined> & {
      message?: string
    })
  | undefined

/** The lists of links in the footer; `made` makes them of the parts of a site. */
const footerLists = [
  { name: 'links', title: 'Quick links of the footer', word: 'quick link', made: quickLinks },
  {
    name: 'legal',
    title: 'Last line of the footer',
    word: 'link of the last line',
    made: legalLinks,
  },
] as const

/**
 * The links of the header and of the footer. Without links of its own, the site makes them of its
 * parts: `profile` has the texts.
 */
export function MenuLinks({ profile }: { profile: SiteProfile }) {
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
            links={value}
            others={headerLinks(profile)}
            problems={navigation as Problems}
            onChange={(links) =>
              onChange(links?.map((link) => ({ ...link, mobile: link.mobile ?? true })) ?? null)
            }
          />
        )}
      />
      <Controller
        control={control}
        name="footer"
        render={({ field: { value, onChange } }) => (
          <>
            {footerLists.map(({ name, title, word, made }) => (
              <LinkCard
                key={name}
                title={title}
                word={word}
                links={value[name] ?? null}
                others={made(profile)}
                problems={footer?.[name] as Problems}
                onChange={(links) => onChange(withLinks(value, name, links))}
              />
            ))}
          </>
        )}
      />
    </>
  )
}

function withLinks(
  value: LookFields['footer'],
  name: 'links' | 'legal',
  links: Array<Link> | null,
) {
  const { [name]: _, ...others } = value
  return links ? { ...others, [name]: links } : others
}

function LinkCard({
  title,
  word,
  links,
  others,
  problems,
  onChange,
}: {
  title: string
  word: string
  /** Null for a site without links of its own. */
  links: ReadonlyArray<Link> | null
  /** What the site shows without links of its own. */
  others: ReadonlyArray<Link>
  problems: Problems
  onChange: (links: Array<Link> | null) => void
}) {
  return (
    <Card
      title={title}
      actions={
        links && (
          <Button
            size="sm"
            icon={<Plus />}
            aria-label={`Add ${word}`}
            onClick={() => onChange([...links, { label: '', url: '' }])}
          >
            Add
          </Button>
        )
      }
    >
      <SwitchField
        label={`Links of its own: ${title.toLowerCase()}`}
        checked={links !== null}
        onChange={({ target }) => onChange(target.checked ? [...others] : null)}
        hint={links === null && `Now: ${others.map(({ label }) => label).join(' · ')}.`}
      />
      <FormError className="mt-4">{problems?.message}</FormError>
      {links && <LinkList {...{ word, links, problems, onChange }} />}
    </Card>
  )
}

function LinkList({
  word,
  links,
  problems,
  onChange,
}: {
  word: string
  links: ReadonlyArray<Link>
  problems: Problems
  onChange: (links: Array<Link>) => void
}) {
  const change = (index: number, part: Partial<Link>) =>
    onChange(links.map((link, at) => (at === index ? { ...link, ...part } : link)))
  if (links.length === 0) return <p className="mt-4 text-small text-muted">None.</p>
  return (
    <ol className="mt-4 grid gap-5">
      {links.map((link, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: links have no other name
        <li key={index} className="grid gap-2 border-t border-line pt-4">
          <div className="grid gap-2 sm:grid-cols-2">
            <TextField
              label={`Label of ${word} ${index + 1}`}
              value={link.label}
              error={problems?.[index]?.label?.message ?? ''}
              onChange={({ target }) => change(index, { label: target.value })}
            />
            <LiteralField
              label={`Address of ${word} ${index + 1}`}
              value={link.url}
              inputMode="url"
              error={problems?.[index]?.url?.message ?? ''}
              onChange={({ target }) => change(index, { url: target.value })}
            />
          </div>
          <div className="flex flex-wrap items-center justify-between gap-2">
            {link.mobile === undefined ? (
              <span />
            ) : (
              <SwitchField
                label={`On phones: ${word} ${index + 1}`}
                checked={link.mobile}
                onChange={({ target }) => change(index, { mobile: target.checked })}
              />
            )}
            <OrderButtons
              list={word.replaceAll(' ', '-')}
              name={`${word} ${index + 1}`}
              index={index}
              count={links.length}
              onMove={(to) => onChange(links.toSpliced(index, 1).toSpliced(to, 0, link))}
              onRemove={() => onChange(links.toSpliced(index, 1))}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}
