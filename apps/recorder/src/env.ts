import { processEnvFields, sharedEnvFields, text } from '@holdfast/kit';

export const envFields = {
  ...processEnvFields,
  ...sharedEnvFields,
  FOOTAGE_GROUP: text({
    describe:
      'Group (name or number) that may read footage, to share it over the network; without it only our own user can',
  }),
};
