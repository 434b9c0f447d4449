import type { Profile } from '../contacts/contact.ts'
import { parameterText } from '../template/parameters.ts'

/**
 * What fills one variable of a template: the same text for everybody, or something a contact says about itself, with a
 * text for those who do not say it. Without that text they are left out.
 */
export type VariableRule = { value: string } | { from: VariableSource; fallback?: string | undefined }

/** The number is always there; `name` and attributes may be missing. */
export type VariableSource = 'name' | 'mobile' | `attributes.${string}`

/** By the variable's name, as `variablesOf` a template tells it. */
export type VariableMapping = Readonly<Record<string, VariableRule>>

export type VariableValues = ReadonlyMap<string, string>

const ATTRIBUTE = 'attributes.'

/** What keeps a mapping from filling a template, if anything: exactly its variables have to be named. */
export function mappingProblems(mapping: VariableMapping, variables: readonly string[]) {
  return {
    missing: variables.filter((name) => !Object.hasOwn(mapping, name)),
    unknown: Object.keys(mapping).filter((name) => !variables.includes(name)),
  }
}

/** What a contact has to say, in the names of its filled keys, to be written to at all. */
export function requiredKeys(mapping: VariableMapping): string[] {
  const keys = Object.values(mapping).flatMap((rule) =>
    'value' in rule || rule.fallback !== undefined ? [] : keyOf(rule.from),
  )
  return [...new Set(keys)].sort()
}

const keyOf = (source: VariableSource) =>
  source === 'mobile' ? [] : [source === 'name' ? source : source.slice(ATTRIBUTE.length)]

/** The values of all variables for one contact, as the provider takes them; undefined when one of them is missing. */
export function valuesFor(mapping: VariableMapping, profile: Profile): VariableValues | undefined {
  const values = new Map<string, string>()
  for (const [variable, rule] of Object.entries(mapping)) {
    const value = valueBy(rule, profile)
    if (value === undefined) return undefined
    values.set(variable, value)
  }
  return values
}

function valueBy(rule: VariableRule, profile: Profile): string | undefined {
  if ('value' in rule) return parameterText(rule.value)
  return parameterText(said(rule.from, profile)) ?? parameterText(rule.fallback ?? '')
}

function said(source: VariableSource, { mobile, name, attributes }: Profile): string {
  if (source === 'name') return name
  if (source === 'mobile') return mobile
  const key = source.slice(ATTRIBUTE.length)
  return Object.hasOwn(attributes, key) ? (attributes[key] ?? '') : ''
}

/** The same variables filled the same way, in whatever order they are named. */
export function isSameMapping(a: VariableMapping, b: VariableMapping): boolean {
  const [ofA, ofB] = [flat(a), flat(b)]
  return ofA.length === ofB.length && ofA.every((text, i) => text === ofB[i])
}

const flat = (mapping: VariableMapping) =>
  Object.entries(mapping)
    .map(([name, rule]) =>
      JSON.stringify('value' in rule ? [name, rule.value] : [name, rule.from, rule.fallback ?? null]),
    )
    .sort()
