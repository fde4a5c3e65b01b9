import { useFormContext } from 'react-hook-form'
import { contrast, hexColor, textContrast } from '#domain/site/colors.ts'
import { fontStacks, type Theme, type ThemeColor, textOnAccent, tonesOf } from '#domain/site/look-settings.ts'
import type { LookFields } from '#domain/site-files.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'

/** The colors that the form offers; the others are changed in `site.yaml`. */
const offered: ReadonlyArray<readonly [name: ThemeColor, label: string]> = [
  ['accent', 'Accent'],
  ['accent-ink', 'Links'],
  ['paper', 'Paper'],
  ['surface', 'Surface'],
  ['ink', 'Text'],
  ['muted', 'Muted text'],
]
const schemes = ['light', 'dark'] as const
const fontChoices = [
  { value: '', label: 'As the site came' },
  ...Object.keys(fontStacks).map((name) => ({ value: name, label: name.replace('_', ' ') })),
]

/** The colors of both themes with the contrast that they make, and the fonts. */
export function ThemeFields() {
  const { watch, setValue, formState } = useFormContext<LookFields>()
  const theme = watch('theme')
  const tones = tonesOf(readable(theme.colors ?? {}))
  const problems = (formState.errors.theme?.colors ?? {}) as Partial<Record<ThemeColor, { message?: string }>>
  const change = (next: Theme) => setValue('theme', next, { shouldDirty: true, shouldValidate: true })

  function setColor(name: ThemeColor, scheme: 0 | 1, value: string) {
    const pair = tones[name].with(scheme, value) as [string, string]
    change({ ...theme, colors: { ...theme.colors, [name]: { light: pair[0], dark: pair[1] } } })
  }
  function unsetColor(name: ThemeColor) {
    const { [name]: _, ...colors } = theme.colors ?? {}
    const { colors: __, ...others } = theme
    change(Object.keys(colors).length === 0 ? others : { ...others, colors })
  }
  function setFont(place: 'headings' | 'text', value: string) {
    const { [place]: _, ...fonts } = theme.fonts ?? {}
    const { fonts: __, ...others } = theme
    const chosen = value === '' ? fonts : { ...fonts, [place]: value }
    change(Object.keys(chosen).length === 0 ? others : ({ ...others, fonts: chosen } as Theme))
  }

  return (
    <div className="grid gap-5">
      {offered.map(([name, label]) => (
        <fieldset key={name} className="grid gap-1.5">
          <legend className="mb-1 text-14 font-semibold">{label}</legend>
          <div className="grid grid-cols-[1fr_1fr_auto] items-end gap-3">
            {schemes.map((scheme, at) => (
              <TextField
                key={scheme}
                type="color"
                label={`${label}, ${scheme}`}
                value={tones[name][at]}
                onChange={({ target }) => setColor(name, at as 0 | 1, target.value)}
              />
            ))}
            <Button
              size="sm"
              variant="ghost"
              disabled={theme.colors?.[name] === undefined}
              aria-label={`${label} as the site came`}
              onClick={() => unsetColor(name)}
            >
              Reset
            </Button>
          </div>
          {problems[name]?.message && (
            <p className="form-error" role="alert">
              {problems[name].message}
            </p>
          )}
        </fieldset>
      ))}
      <Contrasts tones={tones} />
      <div className="grid gap-4 sm:grid-cols-2">
        {(['headings', 'text'] as const).map((place) => (
          <SelectField
            key={place}
            label={place === 'headings' ? 'Font of headings' : 'Font of texts'}
            options={fontChoices}
            value={theme.fonts?.[place] ?? ''}
            onChange={({ target }) => setFont(place, target.value)}
          />
        ))}
      </div>
    </div>
  )
}

const samples: ReadonlyArray<readonly [text: ThemeColor, label: string]> = [
  ['ink', 'Text'],
  ['muted', 'Muted text'],
  ['accent-ink', 'Links'],
]

/** The contrast of texts in both themes, before anything is saved. */
function Contrasts({ tones }: { tones: ReturnType<typeof tonesOf> }) {
  return (
    <table className="w-full text-left text-14">
      <caption className="sr-only">Contrast of texts in both themes</caption>
      <thead>
        <tr>
          <th scope="col">Contrast</th>
          {schemes.map((scheme) => (
            <th key={scheme} scope="col" className="capitalize">
              {scheme}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {samples.map(([text, label]) => (
          <tr key={text}>
            <th scope="row" className="font-normal">
              {label} on paper
            </th>
            {schemes.map((scheme, at) => (
              <Ratio key={scheme} text={tones[text][at] ?? ''} ground={tones.paper[at] ?? ''} />
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row" className="font-normal">
            Buttons
          </th>
          {schemes.map((scheme, at) => (
            <Ratio key={scheme} text={textOnAccent} ground={tones.accent[at] ?? ''} />
          ))}
        </tr>
      </tbody>
    </table>
  )
}

function Ratio({ text, ground }: { text: string; ground: string }) {
  const ratio = contrast(text, ground)
  return (
    <td className="py-1">
      <span
        aria-hidden="true"
        className="mr-2 inline-block rounded-card px-1.5"
        style={{ color: text, background: ground }}
      >
        Aa
      </span>
      {(Math.floor(ratio * 10) / 10).toFixed(1)}
      {ratio < textContrast && <strong className="ml-1 text-danger">too low</strong>}
    </td>
  )
}

/** The colors that can be read, for the sample. */
function readable(colors: NonNullable<Theme['colors']>): NonNullable<Theme['colors']> {
  return Object.fromEntries(
    Object.entries(colors).filter(([, color]) =>
      typeof color === 'string'
        ? hexColor.safeParse(color).success
        : color !== undefined && hexColor.safeParse(color.light).success && hexColor.safeParse(color.dark).success,
    ),
  )
}
