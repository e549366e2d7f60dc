-- How long an item waits after its worker died: `before` deaths without progress came before this one.
-- The second death in a row may be chance; from the third on it may be this item that kills, so others go first.
CREATE FUNCTION pause_after_death(before integer) RETURNS interval
LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN before < 2 THEN 0 ELSE least(2 ^ (before - 1), 30) END * interval '1 second';
