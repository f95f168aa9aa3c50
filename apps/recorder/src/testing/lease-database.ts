import { connect, createPool, type Database } from '@holdfast/db';
import { createTestDatabase } from '@holdfast/testkit';

export interface LeaseDatabase {
  db: Database;
  /** The lease has no holder any more. */
  clear(): Promise<void>;
  drop(): Promise<void>;
}

export async function openLeaseDatabase(postgresUrl: string): Promise<LeaseDatabase> {
  const database = await createTestDatabase(postgresUrl);
  const db = connect(createPool({ connectionString: database.connectionString, poolSize: 4 }));
  return {
    db,
    clear: async () => {
      await db.updateTable('recorderLease').set({ holder: null, expiresAt: null }).execute();
    },
    drop: async () => {
      await db.destroy();
      await database.drop();
    },
  };
}
