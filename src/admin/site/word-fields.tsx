import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { Controller, useFormContext } from 'react-hook-form'
import { levelOf, specifiedVocabulary } from '#domain/site/vocabulary.ts'
import type { LookFields } from '#domain/site-files.ts'
import { keyOfLabel } from '#domain/slug.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LiteralField, SelectField, TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { TagField } from '../../ui/tag-field.tsx'
import { useSiteLanguage } from '../shell/site-facts.ts'
import { OrderButtons } from './order-buttons.tsx'

const unset = { value: 'unset', label: 'As the site came' }
const list = { value: 'list', label: 'Those of a list' }
const free = { value: 'free', label: 'Any text' }

/** The levels and versions that articles may have. */
export function WordFields() {
  const { control, watch } = useFormContext<LookFields>()
  // A site about another subject has none of the levels and versions that it came with.
  const came = watch('subject') === 'own' ? null : specifiedVocabulary
  return (
    <Card title="Levels and versions">
      <div className="grid gap-4">
        <Controller
          control={control}
          name="levels"
          render={({ field: { value, onChange }, fieldState }) => (
            <>
              <SelectField
                label="Levels of articles"
                options={[{ ...unset, label: came ? unset.label : 'None' }, list]}
                value={value === null ? 'unset' : 'list'}
                onChange={({ target }) =>
                  onChange(target.value === 'list' ? [...(came?.levels.keys ?? [])] : null)
                }
              />
              {value && (
                <LevelList
                  levels={value}
                  onChange={onChange}
                  problems={fieldState.error as Problems}
                />
              )}
            </>
          )}
        />
        <Controller
          control={control}
          name="versions"
          render={({ field: { value, onChange }, fieldState }) => (
            <>
              <SelectField
                label="Versions that articles name"
                options={[{ ...unset, label: came ? unset.label : 'None' }, list, free]}
                value={value === null ? 'unset' : value === 'free' ? 'free' : 'list'}
                onChange={({ target }) =>
                  onChange(
                    { free: 'free', list: [...(came?.versions.known ?? [])], unset: null }[
                      target.value
                    ],
                  )
                }
              />
              {Array.isArray(value) && (
                <TagField
                  label="Versions"
                  value={value}
                  placeholder="Add a version..."
                  hint="Type a version and press Enter. Another one in a file is shown all the same, and reported."
                  onChange={onChange}
                  error={fieldState.error?.message ?? ''}
                />
              )}
            </>
          )}
        />
      </div>
    </Card>
  )
}

type Level = NonNullable<LookFields['levels']>[number]

/** What is wrong with the list, or with one of its levels. */
type Problems = (ReadonlyArray<Problem | undefined> & { message?: string }) | undefined
interface Problem {
  message?: string
  key?: { message?: string }
  label?: { message?: string }
}

/** The levels of articles, the easiest first. */
function LevelList({
  levels,
  onChange,
  problems,
}: {
  levels: ReadonlyArray<Level>
  onChange: (levels: Array<Level>) => void
  problems: Problems
}) {
  const list = useRef<HTMLOListElement>(null)
  const language = useSiteLanguage()

  function change(index: number, level: { key: string; label: string }) {
    // A label that follows from the key is not written.
    onChange(
      levels.with(
        index,
        level.key !== '' && levelOf(level.key).label === level.label ? level.key : level,
      ),
    )
  }

  function add() {
    // At once, so that no key that is pressed next is lost.
    flushSync(() => onChange([...levels, { key: '', label: '' }]))
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
  }

  return (
    <fieldset>
      <legend className="form-label">Levels, the easiest first</legend>
      <FormError className="mt-1">{problems?.message}</FormError>
      <ol ref={list} className="mt-2 grid gap-3">
        {levels.map((given, index) => {
          const level = levelOf(given)
          const problem = problems?.[index]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the key of a level can be edited
            <li key={index}>
              <div className="grid grid-cols-2 items-start gap-2 sm:grid-cols-[1fr_1fr_auto]">
                <TextField
                  label={`Level ${index + 1}`}
                  value={level.label}
                  error={problem?.message ?? problem?.label?.message ?? ''}
                  onChange={({ target }) => change(index, { ...level, label: target.value })}
                  // The key of a new level follows its label; an existing one stands in files.
                  onBlur={() =>
                    level.key === '' &&
                    change(index, { ...level, key: keyOfLabel(level.label, language) })
                  }
                />
                <LiteralField
                  label={`Key of level ${index + 1}`}
                  value={level.key}
                  error={problem?.key?.message ?? ''}
                  onChange={({ target }) => change(index, { ...level, key: target.value })}
                />
                <div className="col-span-full justify-self-end sm:col-auto sm:mt-6.5">
                  <OrderButtons
                    list="level"
                    name={`level ${index + 1}`}
                    index={index}
                    count={levels.length}
                    onMove={(to) => onChange(levels.toSpliced(index, 1).toSpliced(to, 0, given))}
                    onRemove={() => onChange(levels.toSpliced(index, 1))}
                  />
                </div>
              </div>
            </li>
          )
        })}
      </ol>
      <Button size="sm" className="mt-3" icon={<Plus />} onClick={add}>
        Add Level
      </Button>
    </fieldset>
  )
}
