import { Button } from '@mantine/core';
import { Link } from 'react-router';

export function EmptyList({ isFiltered, projectId }: { isFiltered: boolean; projectId: string }) {
  return isFiltered ? (
    <div className="empty">
      <h2>No demo fits</h2>
      <p>None has these words in its title or sentence, or is in this project and state.</p>
      <Button component={Link} to="/demos" variant="default">
        Show all
      </Button>
    </div>
  ) : (
    <div className="empty">
      <h2>{projectId ? 'No demo of this project yet' : 'No demo yet'}</h2>
      <p>Give the address of a page and one sentence. You see the scenes before anything is filmed.</p>
      <Button component={Link} to="/">
        Make the first one
      </Button>
    </div>
  );
}
