interface SharedFootage {
  id: string;
  kind: 'clip' | 'export';
  cameraIds: readonly string[];
  cameraNames: readonly string[];
  startTs: Date;
  endTs: Date;
}

/** Never the token of the link. */
export const auditedShare = ({ id, kind, cameraIds, cameraNames, startTs, endTs }: SharedFootage) => ({
  id,
  name: cameraNames.join(', '),
  cameraIds,
  details: { kind, start: startTs.toISOString(), end: endTs.toISOString() },
});
