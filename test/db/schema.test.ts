/** The schema that repositories are typed by, and the tables that the migrations make, are the same. */
import { env } from 'cloudflare:workers'
import { is } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable, SQLiteTable as Table } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import * as schema from '../../src/db/schema/index.ts'

interface Column {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly isKey: boolean
}

const byName = <Item extends { readonly name: string }>(items: readonly Item[]): Item[] =>
  [...items].sort((a, b) => (a.name < b.name ? -1 : 1))

const tables = Object.values<unknown>(schema).filter((value): value is SQLiteTable => is(value, Table))

async function migratedColumns(table: string): Promise<Column[]> {
  const { results } = await env.DB.prepare(
    `select name, lower(type) as type, "notnull" as isRequired, pk from pragma_table_info(?)`,
  )
    .bind(table)
    .all<{ name: string; type: string; isRequired: number; pk: number }>()
  return byName(
    results.map(({ name, type, isRequired, pk }) => ({
      name,
      type,
      // A primary key is required in the schema; SQLite says so only of some.
      isRequired: isRequired === 1 || pk > 0,
      isKey: pk > 0,
    })),
  )
}

function schemaColumns(table: SQLiteTable): Column[] {
  const { columns, primaryKeys } = getTableConfig(table)
  const composite = new Set(primaryKeys.flatMap((key) => key.columns.map(({ name }) => name)))
  return byName(
    columns.map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      isRequired: column.notNull || column.primary || composite.has(column.name),
      isKey: column.primary || composite.has(column.name),
    })),
  )
}

async function migratedIndexes(table: string): Promise<{ name: string; isUnique: boolean; isPartial: boolean }[]> {
  const { results } = await env.DB.prepare(
    `select name, "unique" as isUnique, partial as isPartial from pragma_index_list(?) where origin = 'c'`,
  )
    .bind(table)
    .all<{ name: string; isUnique: number; isPartial: number }>()
  return byName(
    results.map(({ name, isUnique, isPartial }) => ({ name, isUnique: isUnique === 1, isPartial: isPartial === 1 })),
  )
}

const schemaIndexes = (table: SQLiteTable) =>
  byName(
    getTableConfig(table).indexes.map(({ config }) => ({
      name: config.name,
      isUnique: config.unique,
      isPartial: config.where !== undefined,
    })),
  )

describe('the schema of D1', () => {
  it('names every table that the migrations make, and no others', async () => {
    const { results } = await env.DB.prepare(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like '_cf_%'
         and name not like 'd1_%'`,
    ).all<{ name: string }>()
    const named = tables.map((table) => getTableConfig(table).name)
    expect(named.sort()).toEqual(results.map(({ name }) => name).sort())
  })

  it.each(tables.map((table) => [getTableConfig(table).name, table] as const))(
    'gives %s the columns and indexes that it has',
    async (name, table) => {
      expect(schemaColumns(table)).toEqual(await migratedColumns(name))
      expect(schemaIndexes(table)).toEqual(await migratedIndexes(name))
    },
  )
})
