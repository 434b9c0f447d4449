import type { Profile } from '../contacts/contact.ts'
import { parameterText } from '../template/parameters.ts'

/**
 * How one variable of a template is filled: with the same text for all, or with a field of the contact and an optional
 * fallback. Contacts without the field and without a fallback are left out.
 */
export type VariableRule = { value: string } | { from: VariableSource; fallback?: string | undefined }

/** The mobile number is always present; `name` and attributes may be missing. */
export type VariableSource = 'name' | 'mobile' | `attributes.${string}`

/** Keyed by the variable's name, as `variablesOf` returns it. */
export type VariableMapping = Readonly<Record<string, VariableRule>>

type Person = Pick<Profile, 'mobile' | 'name' | 'attributes'>

type VariableValues = ReadonlyMap<string, string>

const ATTRIBUTE = 'attributes.'

/** Why a mapping cannot fill a template: it has to name exactly the template's variables. */
export function mappingProblems(mapping: VariableMapping, variables: readonly string[]) {
  return {
    missing: variables.filter((name) => !Object.hasOwn(mapping, name)),
    unknown: Object.keys(mapping).filter((name) => !variables.includes(name)),
  }
}

/** The keys that a contact must have filled to receive the message. */
export function requiredKeys(mapping: VariableMapping): string[] {
  const keys = Object.values(mapping).flatMap((rule) =>
    'value' in rule || rule.fallback !== undefined ? [] : keyOf(rule.from),
  )
  return [...new Set(keys)].sort()
}

const keyOf = (source: VariableSource) =>
  source === 'mobile' ? [] : [source === 'name' ? source : source.slice(ATTRIBUTE.length)]

/** The values of all variables for one contact, in the provider's form; undefined when one of them is missing. */
export function valuesFor(mapping: VariableMapping, profile: Person): VariableValues | undefined {
  const values = new Map<string, string>()
  for (const [variable, rule] of Object.entries(mapping)) {
    const value = valueBy(rule, profile)
    if (value === undefined) return undefined
    values.set(variable, value)
  }
  return values
}

function valueBy(rule: VariableRule, profile: Person): string | undefined {
  if ('value' in rule) return parameterText(rule.value)
  return parameterText(profileValue(rule.from, profile)) ?? parameterText(rule.fallback ?? '')
}

function profileValue(source: VariableSource, { mobile, name, attributes }: Person): string {
  if (source === 'name') return name
  if (source === 'mobile') return mobile
  const key = source.slice(ATTRIBUTE.length)
  return Object.hasOwn(attributes, key) ? (attributes[key] ?? '') : ''
}

/** Whether two mappings fill the same variables the same way, in any order. */
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
